import { EJSON } from 'bson';
import { MongoClient } from 'mongodb';
import { expect } from 'vitest';
import type { Case, CollectionData, Fields, Operation, Specification } from './format.ts';
import { expectError, expectMatch } from './match.ts';
import { type Entity, runOperation, untyped } from './run-operation.ts';

interface Made {
  entities: Map<string, Entity>;
  clients: MongoClient[];
}

function optionsOf(fields: Fields, name: string): never {
  return untyped(EJSON.deserialize((fields[name] ?? {}) as Fields, { relaxed: true }));
}

async function createEntity(made: Made, uri: string, entity: Fields): Promise<void> {
  const [[kind, value]] = Object.entries(entity) as [[string, Fields]];
  const { entities } = made;
  const id = String(value.id);
  if (kind === 'client') {
    const client = new MongoClient(uri, optionsOf(value, 'uriOptions'));
    made.clients.push(client);
    entities.set(id, await client.connect());
  } else if (kind === 'database') {
    const client = entities.get(String(value.client)) as MongoClient;
    entities.set(id, client.db(String(value.databaseName), optionsOf(value, 'databaseOptions')));
  } else if (kind === 'collection') {
    const database = entities.get(String(value.database)) as ReturnType<MongoClient['db']>;
    entities.set(id, database.collection(String(value.collectionName), optionsOf(value, 'collectionOptions')));
  } else if (kind === 'session') {
    const client = entities.get(String(value.client)) as MongoClient;
    entities.set(id, client.startSession(optionsOf(value, 'sessionOptions')));
  } else {
    throw new Error(`no entity of kind ${kind}`);
  }
}

async function fill(client: MongoClient, data: readonly CollectionData[]): Promise<void> {
  for (const { databaseName, collectionName, documents } of data) {
    const database = client.db(databaseName, { writeConcern: { w: 'majority' } });
    await database.collection(collectionName).drop();
    if (documents.length === 0) await database.createCollection(collectionName);
    else await database.collection(collectionName).insertMany(EJSON.deserialize(documents));
  }
}

async function runAndExpect(operation: Operation, made: Made, uri: string, client: MongoClient): Promise<void> {
  if (operation.name === 'createEntities') {
    for (const entity of operation.arguments!.entities as Fields[]) await createEntity(made, uri, entity);
    return;
  }
  let result: unknown;
  try {
    result = await runOperation(operation, made.entities, client);
  } catch (error) {
    if (operation.ignoreResultAndError) return;
    if (!operation.expectError) throw error;
    expectError(error as Error, operation.expectError);
    return;
  }
  expect(operation.expectError, `${operation.name} must fail`).toBeUndefined();
  if (operation.expectResult !== undefined) expectMatch(result, operation.expectResult);
}

async function expectOutcome(client: MongoClient, outcome: readonly CollectionData[]): Promise<void> {
  for (const { databaseName, collectionName, documents } of outcome) {
    const found = await client.db(databaseName).collection(collectionName).find().sort({ _id: 1 }).toArray();
    expectMatch(found, documents, false, `${databaseName}.${collectionName}`);
  }
}

/** Runs one case with its own clients against the server at the address. */
export async function runCase(
  uri: string,
  client: MongoClient,
  specification: Specification,
  test: Case,
): Promise<void> {
  await fill(client, specification.initialData ?? []);
  const made: Made = { entities: new Map(), clients: [] };
  try {
    for (const entity of specification.createEntities ?? []) await createEntity(made, uri, entity);
    for (const operation of test.operations) await runAndExpect(operation, made, uri, client);
    for (const entity of made.entities.values()) if ('endSession' in entity) await entity.endSession();
    await expectOutcome(client, test.outcome ?? []);
  } finally {
    await client.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
    await Promise.all(made.clients.map((each) => each.close()));
  }
}
