import mongoose from 'mongoose';

type IndexDescription = mongoose.mongo.IndexDescription;

/** Options that every engine understands. Others (`storageEngine`, `v`, `ns`) belong to the engine that reports them. */
const portableOptions = ['name', 'unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const;

/** The indexes that an engine reports, without its own options and without the index on `_id`. */
export function portableIndexes(reported: readonly object[]): IndexDescription[] {
  return (reported as (IndexDescription & Record<string, unknown>)[])
    .filter(({ name }) => name !== '_id_')
    .map((index) => {
      const options = portableOptions.filter((option) => index[option] !== undefined && index[option] !== null);
      return { key: index.key, ...Object.fromEntries(options.map((option) => [option, index[option]])) };
    });
}

/** The indexes that the model of a collection declares; undefined for a collection without one, such as the gateway's. */
export function declaredIndexes(collection: string): IndexDescription[] | undefined {
  const model = Object.values(mongoose.models).find((each) => each.collection.name === collection);
  return model && declaredBy(model);
}

export function declaredBy(model: mongoose.Model<unknown>): IndexDescription[] {
  const declared = model.schema.indexes();
  return declared.map(([key, { background: _, ...options }]) => ({ key, ...options })) as IndexDescription[];
}
