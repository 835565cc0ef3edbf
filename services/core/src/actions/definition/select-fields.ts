import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { Named, nameOf, OneOf } from '../../schema/schema.ts';

/** Query parameter that selects the returned fields. The ID is always included. */
export function fieldsParameter(view: TObject) {
  const names = Object.keys(view.properties);
  return {
    fields: Type.Optional(
      Type.Array(OneOf(names), {
        minItems: 1,
        maxItems: names.length,
        uniqueItems: true,
        description: 'Only these fields, and the ID. Default: all. Separate them by commas in the query.',
      }),
    ),
  };
}

/** Record view in which every field except the ID is optional. */
export function Selected<P extends TProperties>(view: TObject<P>) {
  const partial = Type.Unsafe<Partial<Static<TObject<P>>>>({ ...view, required: ['id'] });
  return Named(`Selected${nameOf(view)}`, partial);
}

export function selectFields<View extends object>(view: View, fields: readonly string[] | undefined): Partial<View> {
  if (fields === undefined) return view;
  const wanted = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(view).filter(([name]) => wanted.has(name))) as Partial<View>;
}
