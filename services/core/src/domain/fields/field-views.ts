import { type Static, type TArray, type TObject, type TSchema, type TUnsafe, Type } from 'typebox';
import { Foreign, ForeignName } from '../../schema/foreign.ts';
import { componentPlace, Nullable } from '../../schema/schema.ts';
import type { Field, Fields } from './fields.ts';

/** The record as returned to callers. */
export type ViewOf<F extends Fields> = {
  [K in keyof F]: IsNeverNull<F[K]> extends true ? Static<F[K]['schema']> : Static<F[K]['schema']> | null;
};
type IsNeverNull<F extends Field> = F extends { isAlways: true }
  ? true
  : F extends { initial: infer V }
    ? null extends V
      ? false
      : true
    : false;

const limits = ['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'pattern', 'minimum', 'maximum'];

/** Output schema of a field. Input limits do not apply to stored values, so they are removed. */
function shown(schema: TSchema): TSchema {
  if (componentPlace in schema) return schema;
  const { additionalProperties: _any, ...rest } = Object.fromEntries(
    Object.entries(schema).filter(([name]) => !limits.includes(name)),
  ) as Record<string, unknown>;
  const { items } = schema as Partial<TArray>;
  if (rest.format === 'uri') delete rest.format;
  const { properties } = schema as Partial<TObject>;
  const members = properties && Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, shown(one)]));
  return { ...rest, ...(items && { items: shown(items) }), ...(members && { properties: members }) } as TSchema;
}

/** Text from outside is marked, except for enumerated values, formatted values, and numbers. */
function shownFrom({ schema, foreign, returned }: Field): TSchema {
  const view = returned === undefined ? shown(schema) : { ...shown(schema), description: returned };
  const { type, enum: closed, format, pattern } = { ...schema, ...view } as Record<string, unknown>;
  const isOpen = ['string', 'array', 'object'].includes(String(type)) && !closed && !format && !pattern;
  if (foreign === undefined || !isOpen) return view;
  return foreign === 'name' ? ForeignName({ ...view }) : Foreign({ ...view });
}

/** Schema of the record as returned to callers. `others`: fields that are returned in another form. */
export function viewSchema<F extends Fields, O extends { [K in keyof F]?: TSchema } = Record<never, never>>(
  fields: F,
  others: O = {} as O,
): TObject<{ [K in keyof F]: K extends keyof O ? Extract<O[K], TSchema> : TUnsafe<ViewOf<F>[K]> }> {
  const properties = Object.entries(fields).map(([name, one]) => {
    const view = shownFrom(one);
    const isNeverNull = one.isAlways || (one.initial ?? null) !== null;
    return [name, others[name] ?? (isNeverNull ? view : Nullable(view))];
  });
  return Type.Object(Object.fromEntries(properties));
}
