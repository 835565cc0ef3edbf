import mongoose, { type Model, Schema } from 'mongoose';
import type { ChangeType } from '../../domain/events/change-types.ts';
import { putInFeed } from '../feed/put-in-feed.ts';
import { openTransaction } from './open-transaction.ts';
import { type DocumentOf, definitionsOf, type Paths } from './paths.ts';

const idOf = { _id: { type: String, required: true } } as const;

const queries = /^(find|count|distinct|update|replace|delete|save)/;
/** A regular expression would match only the query and document hooks. */
const others = ['aggregate', 'insertMany', 'bulkWrite'] as const;

/**
 * Context of a mongoose hook: a query, a model, or a document. An aggregation can join others, so it names no
 * collection.
 */
interface Asked {
  op?: string;
  mongooseCollection?: { name: string };
  collection?: { name: string };
}

/** Sends the pending inserts of the transaction before its next command on the same collection. */
async function sendInserts(this: unknown): Promise<void> {
  const { op, mongooseCollection, collection } = this as Asked;
  await openTransaction()?.before(op, (mongooseCollection ?? collection)?.name);
}

/** Schema of the documents of one model, with their type. */
class StoredSchema<Doc> extends Schema {
  declare readonly document: Doc;
}

/** Declares the documents of a model: their type, and the paths that mongoose checks. */
export function stored<P extends Paths>(paths: P): StoredSchema<DocumentOf<P>> {
  return new StoredSchema(definitionsOf(paths));
}

/** Type of the documents of a model. */
export type DocOf<M> = M extends Model<infer Doc> ? Doc : never;
/** The same with `id` instead of `_id`, as the rest of the core sees it. */
export type RecordOf<Doc> = Omit<Doc, '_id'> & { id: string };

/**
 * Registers a model on one collection. We create string IDs ourselves, and disable pluralizing, casting, and automatic
 * index builds. With a change type, the change feed covers its records.
 */
export function defineModel<Doc extends { _id: string }>(
  name: string,
  collection: string,
  schema: StoredSchema<Doc>,
  changeType?: ChangeType,
): Model<Doc> {
  schema.add(idOf);
  if (changeType !== undefined) putInFeed(schema, collection, changeType);
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

/** Collection below a model, for access that hooks and transactions must not touch. */
export function collectionOf<Doc extends { _id: string }>(model: Model<Doc>) {
  return model.db.collection<Doc>(model.collection.name);
}

/** Stored document as the rest of the core sees it, with `id` instead of `_id`. */
export function toRecord<Doc extends { _id: string }>(doc: Doc): RecordOf<Doc> {
  // Copies member by member: rest plus spread would copy the document twice, which slows long lists.
  const record: Record<string, unknown> = { id: doc._id };
  for (const name of Object.keys(doc)) if (name !== '_id') record[name] = doc[name as keyof Doc];
  return record as RecordOf<Doc>;
}
