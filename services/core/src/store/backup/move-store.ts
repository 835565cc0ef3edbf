import mongoose from 'mongoose';
import { requireCurrentStore } from '../migrations/migrate-store.ts';
import { type CollectionDigest, digestOfCollection, isSameDigest } from './collection-digest.ts';
import { areEqual, type CollectionPair, countKinds, countTable, type KindCount } from './count-kinds.ts';
import { declaredIndexes, portableIndexes } from './index-descriptions.ts';
import { MoveError, namesIn, refuseForeignData, refuseLeftovers, requireWorkspace } from './move-checks.ts';
import type { BackupMeta } from './records.ts';
import { beginMove, endMove, marksCollection, refuseHalfRestored } from './restore-mark.ts';

type Databases = BackupMeta['databases'];
type Client = mongoose.mongo.MongoClient;

export interface MoveOptions {
  to: string;
  /** Database names on this side and at the target. */
  from: Databases;
  into: Databases;
  now: Date;
  log(line: string): void;
}

export interface MoveSummary {
  collections: number;
  documents: number;
  bytes: number;
  /** Counts on both sides, taken after everything was copied. */
  counts: KindCount[];
}

const batchDocuments = 500;
const copiesMax = 3;
const connectMs = 10_000;
// Keeps BSON types: a Long of 1 does not become an Int32.
const exact = { promoteValues: false, promoteBuffers: false, promoteLongs: false } as const;

async function connect(uri: string): Promise<Client> {
  const options = { serverSelectionTimeoutMS: connectMs, writeConcern: { w: 'majority', journal: true } } as const;
  const client = new mongoose.mongo.MongoClient(uri, options);
  try {
    return await client.connect();
  } catch (error) {
    await client.close();
    throw new MoveError(`The store at --to does not answer: ${(error as Error).message}`);
  }
}

/** Continues after the last document that an earlier run copied. Returns the number of bytes copied. */
async function copy({ source, target }: CollectionPair): Promise<number> {
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

/**
 * Copies until both sides have the same documents. Some can expire in the meantime, or an earlier run left extra ones.
 */
async function copyVerified(pair: CollectionPair): Promise<CollectionDigest & { bytes: number }> {
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

/**
 * Indexes declared by the core's models. For the gateway's collections, only the options that every engine understands.
 */
async function indexesOf({ source }: CollectionPair): Promise<mongoose.mongo.IndexDescription[]> {
  return declaredIndexes(source.collectionName) ?? portableIndexes(await source.indexes());
}

function removesDocuments({ expireAfterSeconds }: mongoose.mongo.IndexDescription): boolean {
  return expireAfterSeconds !== undefined;
}

async function createIndexes(target: CollectionPair['target'], indexes: mongoose.mongo.IndexDescription[]) {
  if (indexes.length > 0) await target.createIndexes(indexes);
}

/**
 * Removes the TTL indexes that an earlier run may have created: nothing must expire at the target before the final
 * count.
 */
async function dropExpiry(target: CollectionPair['target']): Promise<void> {
  const existing = await target.indexes().catch(() => []);
  for (const { name, expireAfterSeconds } of existing)
    if (expireAfterSeconds !== undefined) await target.dropIndex(name!);
}

/**
 * Copies both databases of the connected store to another one. Compares each collection with its copy by number and
 * digest of documents, and counts both sides again at the end. Only reads the source. No part starts on the target
 * before the copy is complete. An interrupted move continues where it stopped.
 */
export async function moveStore({ to, from, into, now, log }: MoveOptions): Promise<MoveSummary> {
  const source = mongoose.connection.getClient();
  await requireWorkspace(source, from);
  await refuseHalfRestored(source.db(from.core));
  await requireCurrentStore(source.db(from.core));
  const client = await connect(to);
  try {
    await refuseForeignData(client, into);
    await beginMove(client.db(into.core), now);
    const pairs = await pairsOf({ client: source, databases: from }, { client, databases: into });
    const copied: Copied[] = [];
    for (const pair of pairs) copied.push(await copyOne(pair, log));
    const counts = await requireEqual(copied);
    await refuseLeftovers(pairs, client, into);
    for (const { pair, indexes } of copied) await createIndexes(pair.target, indexes.filter(removesDocuments));
    for (const database of ['core', 'gateway'] as const)
      await copySchema(source.db(from[database]), client.db(into[database]));
    // The target is not tied to a data folder yet. Its first start records one.
    await client
      .db(into.core)
      .collection('restore_epoch')
      .updateMany({}, { $set: { place: null } });
    await endMove(client.db(into.core));
    const sum = (part: 'documents' | 'bytes') => copied.reduce((total, one) => total + one[part], 0);
    return { collections: pairs.length, documents: sum('documents'), bytes: sum('bytes'), counts };
  } finally {
    await client.close();
  }
}

interface Copied extends CollectionDigest {
  pair: CollectionPair;
  indexes: mongoose.mongo.IndexDescription[];
  bytes: number;
}

async function copyOne(pair: CollectionPair, log: (line: string) => void): Promise<Copied> {
  await dropExpiry(pair.target);
  const digest = await copyVerified(pair);
  const indexes = await indexesOf(pair);
  const lasting = indexes.filter((index) => !removesDocuments(index));
  await createIndexes(pair.target, lasting);
  if (digest.documents > 0) log(`${pair.name}: ${digest.documents} documents, the same on both sides`);
  return { pair, indexes, ...digest };
}

/** Reads the collections without a TTL again, to detect a running part that wrote to the source. */
async function requireEqual(copied: readonly Copied[]): Promise<KindCount[]> {
  for (const { pair, indexes, ...digest } of copied)
    if (!indexes.some(removesDocuments) && !isSameDigest(digest, await digestOfCollection(pair.source)))
      throw new MoveError(`${pair.name} was changed during the move. Stop all parts and repeat it.`);
  const counts = await countKinds(copied);
  if (!areEqual(counts))
    throw new MoveError(`The two sides differ. Stop all parts and repeat the move.\n${countTable(counts)}`);
  return counts;
}

interface Side {
  client: Client;
  databases: Databases;
}

async function pairsOf(source: Side, target: Side): Promise<CollectionPair[]> {
  const pairs: CollectionPair[] = [];
  for (const database of ['core', 'gateway'] as const) {
    const [from, into] = [source, target].map(({ client, databases }) => client.db(databases[database]));
    for (const name of await namesIn(from!)) {
      const pair = { source: from!.collection(name), target: into!.collection(name) };
      pairs.push({ name: pair.source.namespace, ...pair });
    }
  }
  return pairs;
}

/** Copies the data version. Keeps the move mark, which is in the same collection until the end. */
async function copySchema(from: mongoose.mongo.Db, into: mongoose.mongo.Db): Promise<void> {
  for (const { _id, ...record } of await from.collection(marksCollection).find({}).toArray())
    await into.collection(marksCollection).replaceOne({ _id }, record, { upsert: true });
}
