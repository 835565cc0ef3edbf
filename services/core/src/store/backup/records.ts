import { createHash, type Hash } from 'node:crypto';
import type mongoose from 'mongoose';
import { BackupFileError, reader } from '../../domain/backup/sealed-stream.ts';
import { type Snapshot, snapshotConcern } from './snapshot.ts';

// Record format inside the encryption: one byte for the kind, four bytes for the length, then the content. A
// collection's header precedes its documents, which are stored as BSON so that no type is lost.
const kinds = { meta: 0x4d, collection: 0x43, document: 0x44, end: 0x45 } as const;
const documentBytesMax = 64 * 1024 * 1024;
const batchDocuments = 500;

export interface BackupMeta {
  /** Time of the snapshot, by the store's clock. */
  createdAt: string;
  /** Data version of the documents, and version of the product that wrote the backup. */
  dataVersion: number;
  databases: { core: string; gateway: string };
  /** Environment variables that the data depend on: SECRET_KEY, INTERNAL_SECRET. */
  secrets: Record<string, string>;
}

export interface CollectionCount {
  database: 'core' | 'gateway';
  name: string;
  documents: number;
  sha256: string;
}

export interface CollectionHeader {
  database: 'core' | 'gateway';
  name: string;
  indexes: { key: Record<string, unknown>; name: string; [option: string]: unknown }[];
}

function frame(kind: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head[0] = kind;
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

function json(kind: number, value: unknown): Buffer {
  return frame(kind, Buffer.from(JSON.stringify(value)));
}

async function collectionsOf(db: mongoose.mongo.Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
    .sort();
}

/** Approximate number of documents and bytes to read, from the store's own statistics. */
export async function sizeOf(client: mongoose.mongo.MongoClient, databases: BackupMeta['databases']) {
  let [documents, bytes] = [0, 0];
  for (const name of Object.values(databases)) {
    const { objects = 0, dataSize = 0 } = await client.db(name).stats();
    documents += Number(objects);
    bytes += Number(dataSize);
  }
  return { documents, bytes };
}

/** Yields every document of both databases in the snapshot, ordered by ID, with counts at the end. */
export async function* readRecords(
  { client, session }: Snapshot,
  meta: BackupMeta,
  onDocument: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  yield json(kinds.meta, meta);
  const counts: CollectionCount[] = [];
  const inSnapshot = session && { session, readConcern: snapshotConcern };
  for (const database of ['core', 'gateway'] as const) {
    const db = client.db(meta.databases[database]);
    for (const name of await collectionsOf(db)) {
      const indexes = await db.collection(name).indexes();
      yield json(kinds.collection, { database, name, indexes });
      const hash = createHash('sha256');
      let documents = 0;
      const cursor = db
        .collection(name)
        .find({}, { ...inSnapshot, raw: true, batchSize: batchDocuments })
        .sort({ _id: 1 });
      for await (const document of cursor as AsyncIterable<Buffer>) {
        hash.update(document);
        documents += 1;
        onDocument(document.length);
        yield frame(kinds.document, document);
      }
      counts.push({ database, name, documents, sha256: hash.digest('hex') });
    }
  }
  yield json(kinds.end, counts);
}

/** Handles each part of a backup while it is read. Every count and digest is verified by the time it ends. */
export interface RecordTaker {
  meta?(meta: BackupMeta): Promise<void> | void;
  collection?(header: CollectionHeader): Promise<void> | void;
  document?(bytes: Buffer, header: CollectionHeader): Promise<void> | void;
}

export async function takeRecords(
  source: AsyncIterable<Buffer>,
  taker: RecordTaker,
): Promise<{ meta: BackupMeta; counts: CollectionCount[] }> {
  const read = reader(source);
  const seen: CollectionCount[] = [];
  let meta: BackupMeta | undefined;
  let header: CollectionHeader | undefined;
  let hash: Hash = createHash('sha256');
  let documents = 0;
  const close = () => {
    if (header) seen.push({ database: header.database, name: header.name, documents, sha256: hash.digest('hex') });
  };
  for (;;) {
    const { kind, content } = await readRecord(read);
    if (kind === kinds.document) {
      hash.update(content);
      documents += 1;
      await taker.document?.(content, header!);
      continue;
    }
    const value = JSON.parse(content.toString('utf8'));
    if (kind === kinds.meta) {
      meta = value as BackupMeta;
      await taker.meta?.(meta);
      continue;
    }
    close();
    if (kind === kinds.end) {
      if (JSON.stringify(seen) !== JSON.stringify(value))
        throw new BackupFileError('The backup does not hold what it counted.');
      return { meta: meta!, counts: seen };
    }
    header = value as CollectionHeader;
    hash = createHash('sha256');
    documents = 0;
    await taker.collection?.(header);
  }
}

async function readRecord(
  read: (size: number) => Promise<Buffer | undefined>,
): Promise<{ kind: number; content: Buffer }> {
  const head = await read(5);
  const size = head?.readUInt32BE(1) ?? 0;
  const content = size > documentBytesMax ? undefined : await read(size);
  if (head === undefined || content === undefined) throw new BackupFileError('The backup is cut off.');
  return { kind: head[0]!, content };
}
