import { type Document, getField } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Index } from '../index/index-definition.ts';
import { type DocumentKeys, keysOf, keyValueOf } from '../index/index-keys.ts';
import { type Collection, idIndex, namespaceOf } from './collection.ts';
import { isOrigin, type Origin } from './outcomes.ts';
import type { Store } from './store.ts';
import { withChecksum } from './stored-document.ts';

/** Keys that a write removes from and adds to one index. */
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
    if (before && after && isUntouched(index, before, after)) continue;
    const old = before ? keysOf(index, before) : { keys: [], multikey: 0 };
    const next: DocumentKeys = after ? keysOf(index, after) : { keys: [], multikey: 0 };
    const change = differenceOf(index, old.keys, next);
    if (change) changes.push(change);
  }
  return changes;
}

/** An update shares the values that it does not change with the old document. An _id never changes. */
function isUntouched(index: Index, before: Document, after: Document): boolean {
  if (index.name === '_id_') return true;
  return index.heads?.every((name) => getField(before, name) === getField(after, name)) ?? false;
}

function differenceOf(index: Index, old: Buffer[], next: DocumentKeys): KeyChange | undefined {
  const removed = old.filter((key) => !next.keys.some((other) => other.equals(key)));
  const added = old.length === 0 ? next.keys : next.keys.filter((key) => !old.some((other) => other.equals(key)));
  return removed.length + added.length === 0 ? undefined : { index, removed, added, multikey: next.multikey };
}

/** The row, other than the given one, that has this key in the newest state. */
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

/** Writes one document and its index entries. The caller has already made all checks. */
export function writeRecord(
  store: Store,
  collection: Collection,
  row: number,
  bytes: Uint8Array | undefined,
  isNew: boolean,
  changes: readonly KeyChange[],
  origin?: Origin,
): void {
  const size = (bytes?.length ?? 0) + changes.length * bytesPerKey;
  store.queue.write(size, () => {
    if (!bytes) deleteRow(store, collection, row);
    else if (isNew) {
      const sql = `INSERT INTO ${collection.table} (r, doc, origin) VALUES (?, ?, ?)`;
      store.writer.run(sql, row, withChecksum(bytes, row), origin ? store.outcomes.encodeOrigin(origin) : null);
    } else store.writer.run(`UPDATE ${collection.table} SET doc = ? WHERE r = ?`, withChecksum(bytes, row), row);
    for (const change of changes) writeKeys(store, change, row);
  });
  if (collection.count !== undefined) collection.count += isNew ? 1 : bytes ? 0 : -1;
  store.sequence++;
}

function deleteRow(store: Store, collection: Collection, row: number): void {
  const sql = `DELETE FROM ${collection.table} WHERE r = ? RETURNING origin`;
  const [origin] = store.writer.get<[Uint8Array | null]>(sql, row) ?? [null];
  if (origin) store.outcomes.keepOrigin(origin);
}

/** True if exactly this insert has already run. */
export function wasInserted(store: Store, collection: Collection, document: Document, origin: Origin): boolean {
  const index = idIndex(collection);
  const sql = `SELECT d.origin FROM ${index.table} x CROSS JOIN ${collection.table} d ON d.r = x.r WHERE x.k = ?`;
  const found = store.writer.get<[Uint8Array | null]>(sql, keysOf(index, document).keys[0]!);
  return found?.[0] != null && isOrigin(found[0], origin);
}

function writeKeys(store: Store, change: KeyChange, row: number): void {
  const { table } = change.index;
  for (const key of change.removed) store.writer.run(`DELETE FROM ${table} WHERE k = ? AND r = ?`, key, row);
  for (const key of change.added) store.writer.run(`INSERT INTO ${table} (k, r) VALUES (?, ?)`, key, row);
  store.catalogue.indexes.markMultikey(change.index, change.multikey);
}
