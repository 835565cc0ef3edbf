import type { PageWindow } from '../prospect.ts';
import { chunkRows, RowSet } from './row-set.ts';
import type { RowQuery } from './row-terms.ts';

/** Rows of one chunk of a data set, by term. `all` has the rows that are part of it. */
export interface ReadChunk {
  dataSetId: string;
  chunk: number;
  all: RowSet;
  rows: ReadonlyMap<string, RowSet>;
}

/** Position of a row: its data set, and its number in it. */
export interface RowPlace {
  dataSetId: string;
  row: number;
}

/** Minimum share of a description's words that must match. */
const shareMin = 0.5;

export function termsOf({ groups, excluded }: RowQuery): string[] {
  return [...groups.flat(2), ...excluded];
}

function matching({ all, rows }: ReadChunk, { groups, excluded }: RowQuery): RowSet {
  const found = all.copy();
  for (const alternatives of groups) {
    const any = new RowSet();
    for (const terms of alternatives) any.unite(withAll(terms, all, rows));
    found.intersect(any);
  }
  for (const term of excluded) {
    const rejected = rows.get(term);
    if (rejected !== undefined) found.subtract(rejected);
  }
  return found;
}

/** An alternative with no word in it, such as "&", matches every row: it asks for nothing. */
function withAll(terms: readonly string[], all: RowSet, rows: ReadonlyMap<string, RowSet>): RowSet {
  const found = all.copy();
  for (const term of terms) found.intersect(rows.get(term) ?? new RowSet());
  return found;
}

/** One page of the rows that match, and their number. With `ranking`, those with most of its terms come first. */
export function findRows(
  chunks: readonly ReadChunk[],
  query: RowQuery,
  ranking: readonly string[],
  { offset, limit }: PageWindow,
): { places: RowPlace[]; total: number } {
  const found = chunks.map((chunk) => ({ ...chunk, found: matching(chunk, query) }));
  const ranks = ranksOf(found, ranking);
  const total = ranks.flat().reduce((sum, { size }) => sum + size, 0);
  const places: RowPlace[] = [];
  let skipped = 0;
  for (const parts of ranks) {
    for (const { dataSetId, chunk, rows, size } of parts) {
      if (places.length === limit || skipped + size <= offset) {
        skipped += size;
        continue;
      }
      for (const position of rows.positions()) {
        if (skipped++ < offset) continue;
        if (places.length === limit) break;
        places.push({ dataSetId, row: chunk * chunkRows + position });
      }
    }
  }
  return { places, total };
}

interface RankedPart {
  dataSetId: string;
  chunk: number;
  rows: RowSet;
  size: number;
}

type FoundChunk = ReadChunk & { found: RowSet };

/** Parts of the results in the order of their ranks, and within a rank of their rows. */
function ranksOf(chunks: readonly FoundChunk[], ranking: readonly string[]): RankedPart[][] {
  const least = Math.max(0, Math.ceil(ranking.length * shareMin));
  const levels = chunks.map((chunk) => levelsOf(chunk, ranking));
  const ranks: RankedPart[][] = [];
  for (let count = ranking.length; count >= least; count -= 1)
    ranks.push(
      levels.map((sets, index) => {
        const { dataSetId, chunk } = chunks[index]!;
        const rows = sets[count]!;
        return { dataSetId, chunk, rows, size: rows.size };
      }),
    );
  return ranks;
}

/** Rows of a chunk by the number of terms that they have. Each term moves its rows up by one. */
function levelsOf({ found, rows }: FoundChunk, ranking: readonly string[]): RowSet[] {
  const levels = [found.copy(), ...ranking.map(() => new RowSet())];
  for (const term of ranking) {
    const having = rows.get(term);
    if (having === undefined) continue;
    for (let count = levels.length - 2; count >= 0; count -= 1) {
      const moved = levels[count]!.copy().intersect(having);
      levels[count]!.subtract(moved);
      levels[count + 1]!.unite(moved);
    }
  }
  return levels;
}
