import mongoose, { type Model, type Schema } from 'mongoose';

const idOf = { _id: { type: String, required: true } } as const;

/** Registers a model on one collection. Ids are strings made by us; nothing is pluralised, converted or built behind our back. */
export const defineModel = <Doc extends { _id: string }>(
  name: string,
  collection: string,
  schema: Schema,
): Model<Doc> => {
  schema.add(idOf);
  schema.set('collection', collection);
  schema.set('versionKey', false);
  schema.set('minimize', false);
  schema.set('autoIndex', false);
  schema.set('strict', 'throw');
  schema.set('id', false);
  return mongoose.model(name, schema) as unknown as Model<Doc>;
};

/** The stored document as the rest of the core sees it: `id` in place of `_id`. */
export const toRecord = <Doc extends { _id: string }>(doc: Doc): Omit<Doc, '_id'> & { id: string } => {
  const { _id, ...rest } = doc;
  return { id: _id, ...rest };
};
