import { decodeDocument } from '../../bson/decode.ts';
import type { Document } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import type { Index } from '../../index/index-definition.ts';
import { keysOf } from '../../index/index-keys.ts';
import { type Collection, documentAt } from '../../storage/collection.ts';
import { duplicateKey, rowHolding } from '../../storage/record-writer.ts';
import type { Store } from '../../storage/store.ts';
import { Breather } from '../breathe.ts';
import type { Call } from '../command.ts';
import { existsAlready } from './existing-index.ts';

/** Builds the missing indexes while other clients read and write. Creates all of them or none. */
export function buildIndexes(call: Call, collection: Collection, specifications: readonly Document[]): Promise<void> {
  const building = build(call, collection, specifications);
  const over = () => {
    if (collection.building === ended) delete collection.building;
  };
  const ended = building.then(over, over);
  collection.building = ended;
  return building;
}

async function build(call: Call, collection: Collection, specifications: readonly Document[]): Promise<void> {
  const { store } = call.engine;
  const { indexes } = store.catalogue;
  const made: Index[] = [];
  try {
    for (const specification of specifications) {
      if (!existsAlready(collection, specification)) made.push(indexes.start(collection, specification));
    }
    if (made.length > 0) await fill(store, collection, made, new Breather(call.deadline));
    for (const index of made) indexes.finish(collection, index, ++store.sequence);
  } catch (error) {
    for (const index of made) indexes.remove(collection, index);
    throw error;
  }
}

/**
 * Fills the indexes in row order. Concurrent writes, before or after the current row, add their keys themselves. Every
 * row already passed therefore has all of its keys.
 */
async function fill(store: Store, collection: Collection, indexes: readonly Index[], breather: Breather) {
  const sql = `SELECT r, doc FROM ${collection.table} WHERE r > ? ORDER BY r`;
  for (let last = 0, isMore = true; isMore; ) {
    isMore = false;
    for (const [row, bytes] of store.writer.iterate<[number, Uint8Array]>(sql, last)) {
      const document = decodeDocument(documentAt(collection, row, bytes));
      for (const index of indexes) addKeys(store, collection, index, row, document);
      last = row;
      isMore = breather.isDue;
      if (isMore) break;
    }
    if (!isMore) return;
    await breather.pause();
    await store.queue.pass();
    checkStillWanted(collection, indexes);
  }
}

/** A rollback also removes unfinished indexes. */
function checkStillWanted(collection: Collection, indexes: readonly Index[]): void {
  const isWanted = !collection.isDropped && indexes.every((index) => collection.indexes.includes(index));
  if (!isWanted)
    throw new MongoError(276, 'Index build aborted: the index or its collection was dropped, or a write failed');
}

function addKeys(store: Store, collection: Collection, index: Index, row: number, document: Document): void {
  const { keys, multikey } = keysOf(index, document);
  for (const key of keys) {
    if (index.isUnique && rowHolding(store, index, key, row) !== undefined)
      throw duplicateKey(collection, index, document);
    store.queue.write(key.length, () => {
      store.writer.run(`INSERT OR IGNORE INTO ${index.table} (k, r) VALUES (?, ?)`, key, row);
      store.catalogue.indexes.markMultikey(index, multikey);
    });
  }
}
