import mongoose, { type Model, Schema, type SchemaDefinitionProperty } from 'mongoose';
import { openTransaction } from './open-transaction.ts';

const idOf = { _id: { type: String, required: true } } as const;

const queries = /^(find|count|distinct|update|replace|delete|save)/;
/** A pattern fits queries and documents only. */
const others = ['aggregate', 'insertMany', 'bulkWrite'] as const;

/** What mongoose gives its hooks: a query, a model or a document; an aggregation, which may join others, names no collection. */
interface Asked {
  op?: string;
  mongooseCollection?: { name: string };
  collection?: { name: string };
}

/** Inserts that wait in the transaction come before what it asks of the same collection. */
async function sendInserts(this: unknown): Promise<void> {
  const { op, mongooseCollection, collection } = this as Asked;
  await openTransaction()?.before(op, (mongooseCollection ?? collection)?.name);
}

/** A path for each member of the document: one that is forgotten would be refused only when it is written. */
export class StoredSchema<Doc extends { _id: string }> extends Schema {
  declare readonly document: Doc;

  constructor(paths: Record<Exclude<keyof Doc, '_id'>, SchemaDefinitionProperty>) {
    super(paths);
  }
}

/** Registers a model on one collection. Ids are strings made by us; nothing is pluralised, converted or built behind our back. */
export function defineModel<Doc extends { _id: string }>(
  name: string,
  collection: string,
  schema: StoredSchema<Doc>,
): Model<Doc> {
  schema.add(idOf);
  schema.set('collection', collection);
  schema.set('versionKey', false);
  schema.set('minimize', false);
  schema.set('autoIndex', false);
  schema.set('strict', 'throw');
  schema.set('id', false);
  schema.pre(queries, sendInserts);
  for (const name of others) schema.pre(name as 'aggregate', sendInserts);
  return mongoose.model(name, schema) as unknown as Model<Doc>;
}

/** The stored document as the rest of the core sees it: `id` in place of `_id`. */
export function toRecord<Doc extends { _id: string }>(doc: Doc): Omit<Doc, '_id'> & { id: string } {
  // Member by member: a rest of the document and a spread of that would copy it twice, which a long list feels.
  const record: Record<string, unknown> = { id: doc._id };
  for (const name of Object.keys(doc)) if (name !== '_id') record[name] = doc[name as keyof Doc];
  return record as Omit<Doc, '_id'> & { id: string };
}
