import type { Document } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Index } from '../index/index-definition.ts';
import { type DocumentKeys, keysOf, keyValueOf } from '../index/index-keys.ts';
import { type Collection, namespaceOf } from './collection.ts';
import type { Store } from './store.ts';

/** What a write takes out of and puts into one index. */
export interface KeyChange {
  index: Index;
  removed: Buffer[];
  added: Buffer[];
  multikey: number;
}

const bytesPerKey = 64;

export function keyChanges(
  collection: Collection,
  before: Document | undefined,
  after: Document | undefined,
): KeyChange[] {
  const changes: KeyChange[] = [];
  for (const index of collection.indexes) {
    if (before && after && index.name === '_id_') continue;
    const old = before ? keysOf(index, before) : { keys: [], multikey: 0 };
    const next: DocumentKeys = after ? keysOf(index, after) : { keys: [], multikey: 0 };
    const change = differenceOf(index, old.keys, next);
    if (change) changes.push(change);
  }
  return changes;
}

function differenceOf(index: Index, old: Buffer[], next: DocumentKeys): KeyChange | undefined {
  const removed = old.filter((key) => !next.keys.some((other) => other.equals(key)));
  const added = old.length === 0 ? next.keys : next.keys.filter((key) => !old.some((other) => other.equals(key)));
  return removed.length + added.length === 0 ? undefined : { index, removed, added, multikey: next.multikey };
}

/** The row that holds a key in the newest state, other than the given row. */
export function rowHolding(store: Store, index: Index, key: Buffer, except: number): number | undefined {
  const found = store.writer.get<[number]>(`SELECT r FROM ${index.table} WHERE k = ? AND r <> ? LIMIT 1`, key, except);
  return found?.[0];
}

export function duplicateKey(collection: Collection, index: Index, document: Document): MongoError {
  const keyValue = keyValueOf(index, document);
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${show(value)}`);
  return new MongoError(
    11000,
    `E11000 duplicate key error collection: ${namespaceOf(collection)} index: ${index.name} dup key: { ${shown.join(', ')} }`,
    { keyPattern: index.specification.key, keyValue },
  );
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if ((value as { _bsontype?: string } | null)?._bsontype === 'ObjectId') return `ObjectId('${value}')`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && '_bsontype' in value)
    return String(value);
  return JSON.stringify(value, (_name, inner) => (typeof inner === 'bigint' ? Number(inner) : inner));
}

/** Writes one document and its index entries; all checks have been made before. */
export function writeRecord(
  store: Store,
  collection: Collection,
  row: number,
  bytes: Uint8Array | undefined,
  isNew: boolean,
  changes: readonly KeyChange[],
): void {
  const size = (bytes?.length ?? 0) + changes.length * bytesPerKey;
  store.queue.write(size, () => {
    if (!bytes) store.writer.run(`DELETE FROM ${collection.table} WHERE r = ?`, row);
    else if (isNew) store.writer.run(`INSERT INTO ${collection.table} (r, doc) VALUES (?, ?)`, row, bytes);
    else store.writer.run(`UPDATE ${collection.table} SET doc = ? WHERE r = ?`, bytes, row);
    for (const change of changes) writeKeys(store, change, row);
  });
  if (collection.count !== undefined) collection.count += isNew ? 1 : bytes ? 0 : -1;
  store.sequence++;
}

function writeKeys(store: Store, change: KeyChange, row: number): void {
  const { table } = change.index;
  for (const key of change.removed) store.writer.run(`DELETE FROM ${table} WHERE k = ? AND r = ?`, key, row);
  for (const key of change.added) store.writer.run(`INSERT INTO ${table} (k, r) VALUES (?, ?)`, key, row);
  store.catalogue.indexes.markMultikey(change.index, change.multikey);
}
