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
  /** The names of the databases here, and at the target. */
  from: Databases;
  into: Databases;
  now: Date;
  log(line: string): void;
}

export interface MoveSummary {
  collections: number;
  documents: number;
  bytes: number;
  /** On both sides, counted after everything was copied. */
  counts: KindCount[];
}

const batchDocuments = 500;
const copiesMax = 3;
const connectMs = 10_000;
// Types stay as they were: a Long of 1 does not become an Int32.
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

/** Goes on behind the last document that an earlier run copied. Returns the bytes that it copied. */
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

/** Copies until both sides have the same documents: some may have expired meanwhile, or an earlier run left others. */
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

/** The core's indexes are those that its models declare; of the gateway's, those parts that every engine understands. */
async function indexesOf({ source }: CollectionPair): Promise<mongoose.mongo.IndexDescription[]> {
  return declaredIndexes(source.collectionName) ?? portableIndexes(await source.indexes());
}

function removesDocuments({ expireAfterSeconds }: mongoose.mongo.IndexDescription): boolean {
  return expireAfterSeconds !== undefined;
}

async function createIndexes(target: CollectionPair['target'], indexes: mongoose.mongo.IndexDescription[]) {
  if (indexes.length > 0) await target.createIndexes(indexes);
}

/** An earlier run of this move may have come this far: nothing is to expire at the target before both sides are counted. */
async function dropExpiry(target: CollectionPair['target']): Promise<void> {
  const existing = await target.indexes().catch(() => []);
  for (const { name, expireAfterSeconds } of existing)
    if (expireAfterSeconds !== undefined) await target.dropIndex(name!);
}

/**
 * Copies both databases of the connected store to another one. Each collection is compared, by number and digest of its
 * documents, with its copy, and at the end both sides are counted once more. The source is only read. No part starts on
 * the target before everything is there; a move that was cut off goes on where it was.
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
    // The target is in no data folder yet: its first start says in which.
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

/** Reads the source once more, where nothing expires by itself: a part that still runs would have written to it. */
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

/** The version of the documents. The mark of the move is in the same collection until the end. */
async function copySchema(from: mongoose.mongo.Db, into: mongoose.mongo.Db): Promise<void> {
  for (const { _id, ...record } of await from.collection(marksCollection).find({}).toArray())
    await into.collection(marksCollection).replaceOne({ _id }, record, { upsert: true });
}
