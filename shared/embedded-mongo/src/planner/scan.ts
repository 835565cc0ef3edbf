import { inTurns } from '../allowance.ts';
import type { Index } from '../index/index-definition.ts';
import type { Matcher } from '../query/condition.ts';
import { type Collection, documentAt } from '../storage/collection.ts';
import { Found } from './found.ts';
import type { KeyRange, Plan } from './plan-request.ts';
import type { View } from './view.ts';

const firstChunk = 32;
const chunkMax = 512;
const chunkBytesMax = 4 * 1024 * 1024;

/** Numbers of examined keys and documents, for explain. */
export interface ScanStatistics {
  keys: number;
  documents: number;
}

type IndexRow = [Uint8Array, number, Uint8Array];

interface Taken<R> {
  rows: R[];
  /** True if more rows follow. */
  isFull: boolean;
}

/** Takes at most this many rows, limited by memory, but at least one. */
function take<R extends readonly unknown[]>(rows: Iterable<R>, size: number, documentAt: number): Taken<R> {
  const taken: R[] = [];
  let bytes = 0;
  for (const row of rows) {
    taken.push(row);
    bytes += (row[documentAt] as Uint8Array).length;
    if (bytes > chunkBytesMax) return { rows: taken, isFull: true };
  }
  return { rows: taken, isFull: taken.length === size };
}

function grown(size: number): number {
  return Math.min(size * 4, chunkMax);
}

/** Returns the document of the only key that can match. */
function rowOfKey(view: View, collection: Collection, index: Index, key: Buffer): Found[] {
  if (collection.isDropped) return [];
  const sql = `SELECT d.r, d.doc FROM ${index.table} x CROSS JOIN ${collection.table} d ON d.r = x.r WHERE x.k = ?`;
  const found = view.connection.get<[number, Uint8Array]>(sql, key);
  return found ? [new Found(found[0], documentAt(collection, found[0], found[1]))] : [];
}

/** Looks up a single row without a scan. Requires a whole unique key, and a transaction without writes of its own. */
export function singleRow(view: View, collection: Collection, plan: Plan): Found[] | undefined {
  const { key, residual } = plan;
  if (!key || view.overlayOf(collection)) return undefined;
  if (!view.isStored(collection)) return [];
  const found = rowOfKey(view, collection, plan.index!, key);
  return residual ? found.filter(residual) : found;
}

/** Reads each chunk from the end of the previous one, so that nothing stays open in between. */
function* indexChunks(view: View, collection: Collection, plan: Plan, first: number): Generator<Found[]> {
  const order = plan.isReverse ? 'DESC' : 'ASC';
  const bounds = plan.isReverse ? '(x.k, x.r) < (?, ?) AND x.k >= ?' : '(x.k, x.r) > (?, ?) AND x.k < ?';
  const sql = `SELECT x.k, x.r, d.doc FROM ${plan.index!.table} x CROSS JOIN ${collection.table} d ON d.r = x.r
    WHERE ${bounds} ORDER BY x.k ${order}, x.r ${order} LIMIT ?`;
  const ranges = plan.isReverse ? plan.ranges.toReversed() : plan.ranges;
  let size = first;
  for (const range of ranges) {
    let key: Uint8Array = plan.isReverse ? range.end : range.start;
    let row = 0;
    const stop = plan.isReverse ? range.start : range.end;
    for (;;) {
      if (collection.isDropped) return;
      const { rows, isFull } = take(view.connection.iterate<IndexRow>(sql, key, row, stop, size), size, 2);
      if (rows.length > 0) yield rows.map(([, found, bytes]) => new Found(found, documentAt(collection, found, bytes)));
      if (!isFull) break;
      [key, row] = rows.at(-1)!;
      size = grown(size);
    }
  }
}

function* collectionChunks(view: View, collection: Collection, isReverse: boolean, first: number): Generator<Found[]> {
  const [bound, order] = isReverse ? ['r < ?', 'DESC'] : ['r > ?', 'ASC'];
  const sql = `SELECT r, doc FROM ${collection.table} WHERE ${bound} ORDER BY r ${order} LIMIT ?`;
  let row = isReverse ? Number.MAX_SAFE_INTEGER : 0;
  for (let size = first; ; size = grown(size)) {
    if (collection.isDropped) return;
    const { rows, isFull } = take(view.connection.iterate<[number, Uint8Array]>(sql, row, size), size, 1);
    if (rows.length > 0) yield rows.map(([found, bytes]) => new Found(found, documentAt(collection, found, bytes)));
    if (!isFull) return;
    row = rows.at(-1)![0];
  }
}

/**
 * Scans along the plan in filtered chunks. A transaction's own writes replace the stored documents. The first chunk
 * holds all wanted documents, unless more rows must be checked.
 */
export function* scan(
  view: View,
  collection: Collection,
  plan: Plan,
  matches: Matcher,
  statistics?: ScanStatistics,
  wanted = firstChunk,
): Generator<Found[]> {
  const overlay = view.overlayOf(collection);
  if (view.isStored(collection)) yield* storedChunks(view, collection, plan, statistics, wanted);
  if (!overlay) return;
  yield* inTurns([...overlay.values()], (record) =>
    record.bytes && matches(record.document!) ? [new Found(record.row, record.bytes, record.document)] : [],
  );
}

function* storedChunks(
  view: View,
  collection: Collection,
  plan: Plan,
  statistics: ScanStatistics | undefined,
  wanted: number,
): Generator<Found[]> {
  if (plan.alternatives) {
    const united = new Set<number>();
    for (const alternative of plan.alternatives)
      for (const chunk of storedChunks(view, collection, alternative, statistics, wanted))
        yield chunk.filter(({ row }) => !united.has(row) && united.add(row));
    return;
  }
  const overlay = view.overlayOf(collection);
  const seen = plan.needsDedupe ? new Set<number>() : undefined;
  const { residual } = plan;
  const first = residual ? firstChunk : Math.min(wanted, chunkMax);
  const chunks = plan.key
    ? [rowOfKey(view, collection, plan.index!, plan.key)]
    : plan.index
      ? indexChunks(view, collection, plan, first)
      : collectionChunks(view, collection, plan.isReverse, first);
  for (const chunk of chunks) {
    if (statistics) {
      statistics.documents += chunk.length;
      if (plan.index) statistics.keys += chunk.length;
    }
    let found = chunk;
    if (seen) found = found.filter((item) => !seen.has(item.row) && seen.add(item.row));
    if (overlay) found = found.filter((item) => !overlay.has(item.row));
    if (residual) yield* inTurns(found, (item) => (residual(item) ? [item] : []));
    else yield found;
  }
}

/** Number of index entries in the ranges. Equals the number of documents if no further test remains. */
export function countKeys(view: View, plan: Plan, limit: number | undefined): number {
  const { table } = plan.index!;
  const all = `SELECT count(*) FROM ${table} WHERE k >= ? AND k < ?`;
  const some = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE k >= ? AND k < ? LIMIT ?)`;
  return plan.ranges.reduce((sum: number, { start, end }: KeyRange) => {
    const found = !limit
      ? view.connection.get<[number]>(all, start, end)
      : view.connection.get<[number]>(some, start, end, limit - sum);
    return sum + found![0];
  }, 0);
}
