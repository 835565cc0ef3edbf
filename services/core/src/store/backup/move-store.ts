import mongoose from 'mongoose';
import { type CollectionDigest, digestOfCollection, isSameDigest } from './collection-digest.ts';
import type { BackupMeta } from './records.ts';
import { beginMove, endMove, isMoving, marksCollection } from './restore-mark.ts';

type Databases = BackupMeta['databases'];
type Collection = mongoose.mongo.Collection;

/** The move cannot go on: one line for the operator. */
export class MoveError extends Error {}

export interface MoveOptions {
  to: string;
  databases: Databases;
  now: Date;
  log(line: string): void;
}

export interface MoveSummary {
  collections: number;
  documents: number;
  bytes: number;
}

interface Pair {
  name: string;
  source: Collection;
  target: Collection;
}

const batchDocuments = 500;
const copiesMax = 3;
const connectMs = 10_000;
// Types stay as they were: a Long of 1 does not become an Int32.
const exact = { promoteValues: false, promoteBuffers: false, promoteLongs: false } as const;

async function connect(uri: string): Promise<mongoose.mongo.MongoClient> {
  const options = { serverSelectionTimeoutMS: connectMs, writeConcern: { w: 'majority', journal: true } } as const;
  const client = new mongoose.mongo.MongoClient(uri, options);
  try {
    return await client.connect();
  } catch (error) {
    await client.close();
    throw new MoveError(`The store at --to does not answer: ${(error as Error).message}`);
  }
}

async function namesIn(db: mongoose.mongo.Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && name !== marksCollection)
    .sort();
}

/** Nothing that is there already is mixed with what comes, unless it is what an earlier run of this move has copied. */
async function refuseForeignData(client: mongoose.mongo.MongoClient, databases: Databases): Promise<void> {
  if (await isMoving(client.db(databases.core))) return;
  for (const name of Object.values(databases)) {
    const db = client.db(name);
    for (const collection of [...(await namesIn(db)), marksCollection])
      if ((await db.collection(collection).findOne({})) !== null)
        throw new MoveError(
          `The database ${name} at --to holds data already (${collection}). Drop it, or choose other names by CORE_DATABASE and GATEWAY_DATABASE.`,
        );
  }
}

/** Goes on behind the last document that an earlier run copied. Returns the bytes that it copied. */
async function copy({ source, target }: Pair): Promise<number> {
  const [last] = await target.find({}).sort({ _id: -1 }).limit(1).toArray();
  let bytes = 0;
  let batch: mongoose.mongo.Document[] = [];
  const flush = async () => {
    if (batch.length > 0) await target.insertMany(batch);
    batch = [];
  };
  const rest = source.find(last ? { _id: { $gt: last._id } } : {}, { raw: true, batchSize: batchDocuments });
  for await (const document of rest.sort({ _id: 1 }) as AsyncIterable<Buffer>) {
    bytes += document.length;
    batch.push(mongoose.mongo.BSON.deserialize(document, exact));
    if (batch.length === batchDocuments) await flush();
  }
  await flush();
  return bytes;
}

/** Copies until both sides have the same documents: some may have expired meanwhile, or an earlier run left others. */
async function copyVerified(pair: Pair): Promise<CollectionDigest & { bytes: number }> {
  let bytes = 0;
  for (let attempt = 1; attempt <= copiesMax; attempt += 1) {
    bytes += await copy(pair);
    const [there, here] = [await digestOfCollection(pair.target), await digestOfCollection(pair.source)];
    if (isSameDigest(there, here)) return { ...here, bytes };
    await pair.target.drop();
  }
  throw new MoveError(
    `${pair.name} differs from its copy: something writes to it. Stop all parts and repeat the move.`,
  );
}

async function copyIndexes({ source, target }: Pair): Promise<boolean> {
  const indexes = (await source.indexes())
    .filter(({ name }) => name !== '_id_')
    .map(({ v: _v, ns: _ns, ...index }) => index);
  if (indexes.length > 0) await target.createIndexes(indexes);
  return indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
}

/**
 * Copies both databases of the connected store to another one. Each collection is compared, by number and digest of its
 * documents, with its copy, and once more at the end with what it was. The source is only read. No part starts on the
 * target before all is there; a move that is cut off goes on where it was.
 */
export async function moveStore({ to, databases, now, log }: MoveOptions): Promise<MoveSummary> {
  const from = mongoose.connection.getClient();
  const client = await connect(to);
  try {
    await refuseForeignData(client, databases);
    await beginMove(client.db(databases.core), now);
    const summary: MoveSummary = { collections: 0, documents: 0, bytes: 0 };
    const lasting: { pair: Pair; digest: CollectionDigest }[] = [];
    for (const pair of await pairsOf(from, client, databases)) {
      const digest = await copyVerified(pair);
      const hasExpiry = await copyIndexes(pair);
      if (!hasExpiry) lasting.push({ pair, digest });
      summary.collections += 1;
      summary.documents += digest.documents;
      summary.bytes += digest.bytes;
      if (digest.documents > 0) log(`${pair.name}: ${digest.documents} documents, the same on both sides`);
    }
    for (const { pair, digest } of lasting)
      if (!isSameDigest(digest, await digestOfCollection(pair.source)))
        throw new MoveError(`${pair.name} was changed during the move. Stop all parts and repeat it.`);
    await copySchema(from, client, databases);
    await endMove(client.db(databases.core));
    return summary;
  } finally {
    await client.close();
  }
}

async function pairsOf(
  from: mongoose.mongo.MongoClient,
  client: mongoose.mongo.MongoClient,
  databases: Databases,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const database of Object.values(databases))
    for (const name of await namesIn(from.db(database))) {
      const [source, target] = [from.db(database).collection(name), client.db(database).collection(name)];
      pairs.push({ name: `${database}.${name}`, source, target });
    }
  return pairs;
}

/** What version the documents have: the mark of the move stands in the same collection until the end. */
async function copySchema(
  from: mongoose.mongo.MongoClient,
  client: mongoose.mongo.MongoClient,
  databases: Databases,
): Promise<void> {
  for (const database of Object.values(databases)) {
    const target = client.db(database).collection(marksCollection);
    for (const { _id, ...record } of await from.db(database).collection(marksCollection).find({}).toArray())
      await target.replaceOne({ _id }, record, { upsert: true });
  }
}
