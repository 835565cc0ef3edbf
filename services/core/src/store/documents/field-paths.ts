import type { Field, Fields, StoredOf } from '../../domain/fields/fields.ts';
import { boolean, choice, date, number, object, optional, type Path, string, strings, withDefault } from './paths.ts';

const paths: Record<string, Path<unknown, false>> = {
  string,
  number,
  boolean,
  integer: number,
  array: strings,
  object: object(),
};

function pathOf(field: Field): Path {
  const { type = 'object', enum: values } = field.schema as { type?: string; enum?: string[] };
  const member: Path<unknown, false> = field.isTime ? date : values ? choice(values) : paths[type]!;
  if ('initial' in field) return withDefault(member, field.initial);
  return field.isAlways ? member : optional(member);
}

type PathsOf<F extends Fields> = {
  [K in keyof StoredOf<F>]-?: Path<Exclude<StoredOf<F>[K], undefined>, undefined extends StoredOf<F>[K] ? true : false>;
};

/** Paths of a table's stored fields. */
export function pathsOf<F extends Fields>(fields: F): PathsOf<F> {
  const stored = Object.entries(fields).filter(([, { isStored }]) => isStored !== false);
  return Object.fromEntries(stored.map(([name, field]) => [name, pathOf(field)])) as PathsOf<F>;
}
