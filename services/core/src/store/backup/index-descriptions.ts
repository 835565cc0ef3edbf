import mongoose from 'mongoose';

type IndexDescription = mongoose.mongo.IndexDescription;

/** Options that every engine understands. Others (`storageEngine`, `v`, `ns`) are specific to the reporting engine. */
const portableOptions = ['name', 'unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const;

/** Indexes reported by an engine, without its own options and without the index on `_id`. */
export function portableIndexes(reported: readonly object[]): IndexDescription[] {
  return (reported as (IndexDescription & Record<string, unknown>)[])
    .filter(({ name }) => name !== '_id_')
    .map((index) => {
      const options = portableOptions.filter((option) => index[option] !== undefined && index[option] !== null);
      return { key: index.key, ...Object.fromEntries(options.map((option) => [option, index[option]])) };
    });
}

/** Indexes declared by the model of a collection. Undefined for a collection without a model, such as the gateway's. */
export function declaredIndexes(collection: string): IndexDescription[] | undefined {
  const model = Object.values(mongoose.models).find((each) => each.collection.name === collection);
  return model && declaredBy(model);
}

export function declaredBy(model: mongoose.Model<unknown>): IndexDescription[] {
  const declared = model.schema.indexes();
  return declared.map(([key, { background: _, ...options }]) => ({ key, ...options })) as IndexDescription[];
}
