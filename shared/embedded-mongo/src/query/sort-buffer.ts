import { isTurnOver, operationBytesMax } from '../allowance.ts';
import type { Document, Maybe } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Sorter } from './sort.ts';

interface Entry<Item> {
  key: Maybe[];
  item: Item;
}

/** Number of items that are sorted in one call. These runs are then merged with pauses. */
const runLength = 2_000;
/** Up to this limit, surplus items are dropped while others still arrive. */
const droppingLimitMax = 20_000;
const chunkLength = 1_000;

/** Keeps the first `limit` items in order, or all items without a limit. Equal items keep their order of arrival. */
export class SortBuffer<Item> {
  private readonly sorter: Sorter;
  private readonly limit: number;
  private run: Entry<Item>[] = [];
  private runs: Entry<Item>[][] = [];
  private count = 0;
  private bytes = 0;

  constructor(sorter: Sorter, limit: number) {
    this.sorter = sorter;
    this.limit = limit;
  }

  add(document: Document, item: Item, size: number): void {
    this.run.push({ key: this.sorter.keyOf(document), item });
    this.count++;
    this.bytes += size;
    if (this.run.length >= runLength) this.endRun();
    const isOver = this.limit <= droppingLimitMax && this.count > this.limit * 2 + runLength;
    if (isOver || this.bytes > operationBytesMax) this.drop();
    if (this.bytes > operationBytesMax) {
      throw new MongoError(
        292,
        `Sort exceeded memory limit of ${operationBytesMax} bytes; use an index or a limit (sorting on disk is not supported)`,
      );
    }
  }

  private endRun(): void {
    if (this.run.length > 0) this.runs.push(this.run.sort(this.compare));
    this.run = [];
  }

  private readonly compare = (left: Entry<Item>, right: Entry<Item>) => this.sorter.compare(left.key, right.key);

  private drop(): void {
    if (this.count <= this.limit) return;
    this.endRun();
    const kept = this.runs.flat().sort(this.compare).slice(0, this.limit);
    this.bytes = Math.ceil((this.bytes * kept.length) / this.count);
    this.count = kept.length;
    this.runs = [kept];
  }

  /** Yields all items in order, in chunks. Yields empty chunks during the sort. */
  *finish(): Generator<Item[]> {
    this.endRun();
    let { runs } = this;
    while (runs.length > 1) {
      const merged: Entry<Item>[][] = [];
      for (let at = 0; at < runs.length; at += 2) merged.push(yield* this.merge(runs[at]!, runs[at + 1] ?? []));
      runs = merged;
    }
    const all = runs[0] ?? [];
    const end = Math.min(all.length, this.limit);
    for (let at = 0; at < end; at += chunkLength) {
      yield all.slice(at, Math.min(at + chunkLength, end)).map(({ item }) => item);
    }
  }

  private *merge(left: Entry<Item>[], right: Entry<Item>[]): Generator<Item[], Entry<Item>[]> {
    if (right.length === 0) return left;
    const merged: Entry<Item>[] = [];
    let [a, b] = [0, 0];
    while (a < left.length && b < right.length) {
      merged.push(this.compare(left[a]!, right[b]!) <= 0 ? left[a++]! : right[b++]!);
      if (merged.length % chunkLength === 0 && isTurnOver()) yield [];
    }
    while (a < left.length) merged.push(left[a++]!);
    while (b < right.length) merged.push(right[b++]!);
    return merged;
  }
}
