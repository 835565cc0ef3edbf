import { decodeDocument } from '../bson/decode.ts';
import { complement, encodeValue } from '../bson/key-encoding.ts';
import { type Document, rank } from '../bson/values.ts';
import type { Index } from '../index/index-definition.ts';
import { Blocked } from '../sessions/locks.ts';
import { type Collection, documentAt } from '../storage/collection.ts';
import type { Engine } from './engine.ts';

const batchMax = 200;

/** Deletes expired documents of TTL indexes in small batches, so that clients are served in between. */
export async function expireDocuments(engine: Engine): Promise<void> {
  if (engine.keepsExpired) return;
  for (const collection of engine.store.catalogue.list()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds === undefined || index.isBuilding) continue;
      do await engine.store.queue.pass();
      while (expireBatch(engine, collection, index) === batchMax);
    }
  }
}

function rangeOf(index: Index, before: Date): [Uint8Array, Uint8Array] {
  const first = Buffer.from([rank.date]);
  const end = encodeValue(before);
  if (index.directions[0]! > 0) return [first, end];
  return [complement(Buffer.from(end)), complement(Buffer.from([rank.date - 1]))];
}

function expireBatch(engine: Engine, collection: Collection, index: Index): number {
  if (collection.isDropped) return 0;
  const before = new Date(engine.now().getTime() - index.expireAfterSeconds! * 1000);
  const rows = engine.store.writer.all<[number, Uint8Array]>(
    `SELECT d.r, d.doc FROM ${collection.table} d WHERE d.r IN
      (SELECT DISTINCT r FROM ${index.table} WHERE k >= ? AND k < ? LIMIT ${batchMax})`,
    ...rangeOf(index, before),
  );
  let expired = 0;
  for (const [row, bytes] of rows) {
    const document: Document = decodeDocument(documentAt(collection, row, bytes));
    try {
      engine.transactions.replace(collection, row, document, undefined, undefined);
      expired++;
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
    }
  }
  return expired;
}
