import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { OneOf } from './schema.ts';

/** The parameter that chooses which members of a record are answered; its id always is. */
export const fieldsParameter = (view: TObject) => {
  const names = Object.keys(view.properties).filter((name) => name !== 'id');
  return {
    fields: Type.Optional(
      Type.Array(OneOf(names), {
        minItems: 1,
        maxItems: names.length,
        uniqueItems: true,
        description: 'Only these fields, and the id; all when absent. In the query separated by commas.',
      }),
    ),
  };
};

/** A record of which any member but the id may be left out. */
export const Selected = <P extends TProperties>(view: TObject<P>) =>
  Type.Unsafe<Partial<Static<TObject<P>>>>({ ...view, required: ['id'] });

export const selectFields = <View extends object>(view: View, fields: readonly string[] | undefined): Partial<View> => {
  if (fields === undefined) return view;
  const wanted = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(view).filter(([name]) => wanted.has(name))) as Partial<View>;
};
