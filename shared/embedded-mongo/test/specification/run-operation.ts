import { EJSON } from 'bson';
import { type ClientSession, type Collection, type Db, MongoClient } from 'mongodb';
import { expect } from 'vitest';
import type { Operation } from './format.ts';

export type Entity = MongoClient | Db | Collection | ClientSession;

type Arguments = Record<string, unknown>;

/** Replaces extended JSON with BSON types, and session names with sessions. */
function prepare(operation: Operation, entities: Map<string, Entity>): Arguments {
  const { session, ...rest } = operation.arguments ?? {};
  const prepared = EJSON.deserialize(untyped(rest), { relaxed: true }) as Arguments;
  if (typeof session === 'string') prepared.session = entities.get(session);
  return prepared;
}

function without(all: Arguments, ...names: string[]): Arguments {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
}

const positionalArguments = [
  'filter',
  'update',
  'replacement',
  'pipeline',
  'documents',
  'document',
  'requests',
  'fieldName',
  'keys',
];

async function onCollection(collection: Collection, name: string, all: Arguments): Promise<unknown> {
  const { filter, update, replacement, pipeline, documents, document, requests, fieldName, keys } = all as Record<
    string,
    never
  >;
  const options = untyped(without(all, ...positionalArguments));
  switch (name) {
    case 'find':
      return collection.find(filter, options).toArray();
    case 'aggregate':
      return collection.aggregate(pipeline, options).toArray();
    case 'distinct':
      return collection.distinct(fieldName, filter, options);
    case 'insertOne':
      return collection.insertOne(document, options);
    case 'insertMany':
      return collection.insertMany(documents, options);
    case 'bulkWrite':
      return collection.bulkWrite(requests, options);
    case 'updateOne':
    case 'updateMany':
    case 'findOneAndUpdate':
      return collection[name](filter, update, withReturn(options));
    case 'replaceOne':
    case 'findOneAndReplace':
      return collection[name](filter, replacement, withReturn(options));
    case 'createIndex':
      return collection.createIndex(keys, options);
    case 'estimatedDocumentCount':
      return collection.estimatedDocumentCount(options);
    case 'findOneAndDelete':
      return collection.findOneAndDelete(filter, options);
    case 'findOne':
      return collection.findOne(filter, options);
    case 'count':
    case 'countDocuments':
      return collection[name](filter, options);
    case 'deleteOne':
    case 'deleteMany':
      return collection[name](filter, options);
    default:
      throw new Error(`no operation ${name} on collections`);
  }
}

function withReturn(options: Arguments) {
  const { returnDocument, ...rest } = options;
  return untyped(returnDocument ? { ...rest, returnDocument: String(returnDocument).toLowerCase() } : rest);
}

async function onDatabase(database: Db, name: string, all: Arguments): Promise<unknown> {
  switch (name) {
    case 'runCommand':
      return database.command(untyped(all.command), untyped(without(all, 'command', 'commandName')));
    case 'aggregate':
      return database.aggregate(untyped(all.pipeline), untyped(without(all, 'pipeline'))).toArray();
    case 'createCollection':
      await database.createCollection(String(all.collection), untyped(without(all, 'collection')));
      return undefined;
    case 'modifyCollection':
      return database.command({ collMod: all.collection, ...without(all, 'collection') });
    case 'dropCollection':
      return database.dropCollection(String(all.collection));
    default:
      throw new Error(`no operation ${name} on databases`);
  }
}

async function onSession(session: ClientSession, name: string, all: Arguments): Promise<unknown> {
  if (name === 'startTransaction') return session.startTransaction(untyped(all));
  if (name === 'commitTransaction' || name === 'abortTransaction') return session[name]();
  if (name === 'endSession') return session.endSession();
  throw new Error(`no operation ${name} on sessions`);
}

async function onRunner(name: string, all: Arguments, client: MongoClient): Promise<unknown> {
  if (name === 'failPoint') return client.db('admin').command(untyped(all.failPoint));
  if (name !== 'assertIndexExists' && name !== 'assertIndexNotExists') return undefined;
  const collection = client.db(String(all.databaseName)).collection(String(all.collectionName));
  const indexes = await collection.indexes().catch(() => []);
  const isThere = indexes.some((index) => index.name === all.indexName);
  expect(isThere).toBe(name === 'assertIndexExists');
  return undefined;
}

export async function runOperation(
  operation: Operation,
  entities: Map<string, Entity>,
  client: MongoClient,
): Promise<unknown> {
  const all = prepare(operation, entities);
  if (operation.object === 'testRunner') return onRunner(operation.name, all, client);
  const target = entities.get(operation.object)!;
  if ('collectionName' in target) return onCollection(target, operation.name, all);
  if ('databaseName' in target) return onDatabase(target, operation.name, all);
  if (target instanceof MongoClient) throw new Error(`no operation ${operation.name} on clients`);
  return onSession(target, operation.name, all);
}

/** The specification's files are untyped data. The driver validates the parts that it uses. */
export function untyped(value: unknown): never {
  return value as never;
}
