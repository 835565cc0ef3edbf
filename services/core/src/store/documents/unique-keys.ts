import type { Model, Schema } from 'mongoose';

const indexes = new WeakMap<Schema, string[][]>();

/**
 * Unique keys of a document, by the unique indexes of its model. Two documents with the same key cannot both be stored.
 */
export function uniqueKeysOf<Doc extends { _id: string }>(model: Model<Doc>, document: Doc): string[] {
  const { collectionName } = model.collection;
  const values = fieldsOf(model.schema).map((fields) => fields.map((field) => document[field as keyof Doc]));
  const whole = values.filter((each) => each.every((value) => typeof value === 'string'));
  return whole.map((each) => JSON.stringify([collectionName, ...each]));
}

function fieldsOf(schema: Schema): string[][] {
  const known = indexes.get(schema);
  if (known !== undefined) return known;
  const unique = schema.indexes().filter(([, options]) => options?.unique);
  const fields = unique.map(([index]) => Object.keys(index));
  indexes.set(schema, fields);
  return fields;
}
