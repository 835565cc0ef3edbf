import mongoose from 'mongoose';
import { storedCollections } from '../test-databases.ts';

/** Counts that are kept until a record changes. A read can store them. */
export const countedCollections = ['campaign_figures', 'report_days'];
/** Order of the event and change feeds, which differs between runs. */
export const feedCollections = ['sequences', 'deletions'];
export const feedFields = ['changeMark', 'number'];

/**
 * Bookkeeping that read-only requests may change: rate limits, search history, counters of reports, and the order of the
 * feeds.
 */
const ignoredCollections = [
  'rate_limits',
  'rate_windows',
  'searches',
  'found_items',
  'found_searches',
  ...countedCollections,
  ...feedCollections,
];
const ignoredFields = ['lastUsedAt', ...feedFields];

/** Line of each known document by collection and bytes. Most documents are the same in every dump. */
const lines = new Map<string, string>();

function lineOf(collection: string, bytes: Uint8Array): string {
  const key = `${collection} ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')}`;
  const known = lines.get(key);
  if (known !== undefined) return known;
  const document = mongoose.mongo.BSON.deserialize(bytes);
  for (const field of ignoredFields) delete document[field];
  const line = `${collection} ${JSON.stringify(document)}`;
  lines.set(key, line);
  return line;
}

/** Dumps the whole store as text, one line per document. Two dumps are equal if nothing changed. */
export async function dumpStore(): Promise<string[]> {
  const stored = [...(await rawStore())].filter(([collection]) => !ignoredCollections.includes(collection));
  return stored.flatMap(([collection, documents]) => documents.map((bytes) => lineOf(collection, bytes))).sort();
}

/** Differences between two dumps, shortened to fit a message. */
export function storeChanges(before: string[], after: string[]): string[] {
  const [old, fresh] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !fresh.has(line)).map((line) => `- ${line.slice(0, 300)}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line.slice(0, 300)}`),
  ];
}

export type StoredRecord = Record<string, unknown>;

export interface ChangedRecord {
  collection: string;
  id: string;
  /** Undefined for a new record. */
  before: StoredRecord | undefined;
  /** Undefined for a deleted record. */
  after: StoredRecord | undefined;
  /** Changed members, except those that every change updates. */
  members: string[];
}

const movedByEveryChange = ['updatedAt', 'version', 'searchWords'];

function recordsOf(dump: string[]): Map<string, StoredRecord> {
  return new Map(
    dump.map((line) => {
      const at = line.indexOf(' ');
      const document = JSON.parse(line.slice(at + 1)) as StoredRecord;
      return [`${line.slice(0, at)} ${document._id}`, document];
    }),
  );
}

/** Records created, deleted, or changed between two dumps. */
export function changedRecords(dumpBefore: string[], dumpAfter: string[]): ChangedRecord[] {
  const [old, fresh] = [recordsOf(dumpBefore), recordsOf(dumpAfter)];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [before, after] = [old.get(key), fresh.get(key)];
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    const members = names.filter(
      (name) => !movedByEveryChange.includes(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
    );
    const [collection = '', id = ''] = key.split(' ');
    return members.length === 0 ? [] : [{ collection, id, before, after, members }];
  });
}

/** Captures the store and returns a function that restores it for the next test. */
export async function takeSnapshot(): Promise<() => Promise<void>> {
  const kept = await rawStore();
  return async () => {
    for (const [collection, documents] of await rawStore()) {
      const wanted = kept.get(collection) ?? [];
      if (Buffer.concat(documents).equals(Buffer.concat(wanted))) continue;
      const inserted = mongoose.connection.db!.collection(collection);
      await inserted.deleteMany({});
      // Keep stored number types, because a different number type would count as a change.
      const parsed = wanted.map((document) => mongoose.mongo.BSON.deserialize(document, { promoteValues: false }));
      if (parsed.length > 0) await inserted.insertMany(parsed);
    }
  };
}

/** Raw bytes of all documents, by collection. */
async function rawStore(): Promise<Map<string, Uint8Array[]>> {
  const pairs = (await storedCollections()).map(async (collection) => {
    const documents = await collection.find({}, { raw: true, sort: { _id: 1 } }).toArray();
    return [collection.collectionName, documents as object[] as Uint8Array[]] as const;
  });
  return new Map(await Promise.all(pairs));
}
