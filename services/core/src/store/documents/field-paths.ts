import type { Field, Fields, StoredOf } from '../../domain/fields/fields.ts';

const types: Record<string, unknown> = {
  string: String,
  integer: Number,
  number: Number,
  boolean: Boolean,
  array: [String],
  object: Object,
};

function pathOf({ schema, isAlways, isTime }: Field) {
  const { type } = schema as { type?: string };
  return { type: isTime ? Date : types[type ?? 'object'], required: isAlways === true };
}

/** Paths of a table's stored fields. */
export function pathsOf<F extends Fields>(fields: F): { [K in keyof StoredOf<F>]-?: ReturnType<typeof pathOf> } {
  const stored = Object.entries(fields).filter(([, { isStored }]) => isStored !== false);
  return Object.fromEntries(stored.map(([name, field]) => [name, pathOf(field)])) as {
    [K in keyof StoredOf<F>]-?: ReturnType<typeof pathOf>;
  };
}
