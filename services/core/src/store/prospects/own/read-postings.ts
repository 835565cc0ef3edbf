import { RowSet } from '../../../domain/prospects/rows/row-set.ts';
import { isClosed } from '../../../domain/prospects/rows/row-terms.ts';
import { SetCache } from '../../../domain/prospects/rows/set-cache.ts';
import { sharedRows } from './posting-documents.ts';
import { bucketOf, type ChunkPlace, partsSuffix, prefixOf, readData } from './posting-model.ts';

/** Chunk whose index is read. The index keeps its rows while the edition stays the same. */
export interface ReadPlace extends ChunkPlace {
  edition: string;
}

/** Sets of rows that searches have read, by edition, chunk, and term. Null: no row has the term. */
const cached = new SetCache(48 * 1024 * 1024);

function cacheKey(place: ReadPlace, term: string): string {
  return `${place.edition}:${prefixOf(place)}${term}`;
}

/** Rows of these terms in each chunk, and those that are part of the data set. */
export async function readPostings(
  workspaceId: string,
  places: readonly ReadPlace[],
  terms: readonly string[],
): Promise<{ all: RowSet; rows: Map<string, RowSet> }[]> {
  const known = places.map((place) => new Map(terms.map((term) => [term, cached.get(cacheKey(place, term))])));
  const ids = places.flatMap((place, index) => {
    const prefix = prefixOf(place);
    const missing = terms.filter((term) => known[index]!.get(term) === undefined);
    const open = missing.filter((term) => !isClosed(term));
    return [
      `${prefix}${partsSuffix}`,
      ...missing.map((term) => `${prefix}${term}`),
      ...new Set(open.map((term) => `${prefix}#${bucketOf(term)}`)),
    ];
  });
  const found = await readData(workspaceId, ids);
  return places.map((place, index) => {
    const prefix = prefixOf(place);
    const rows = new Map<string, RowSet>();
    for (const [term, before] of known[index]!) {
      const set = before === undefined ? (rowsIn(found, prefix, term) ?? null) : before;
      if (before === undefined) cached.set(cacheKey(place, term), set);
      if (set !== null) rows.set(term, set);
    }
    const parts = found.get(`${prefix}${partsSuffix}`);
    return { all: parts === undefined ? new RowSet() : RowSet.fromBytes(parts), rows };
  });
}

function rowsIn(found: ReadonlyMap<string, Buffer>, prefix: string, term: string): RowSet | undefined {
  const own = found.get(`${prefix}${term}`);
  if (own !== undefined) return RowSet.fromBytes(own);
  const shared = isClosed(term) ? undefined : found.get(`${prefix}#${bucketOf(term)}`);
  return shared === undefined ? undefined : sharedRows(shared.toString(), term);
}

/** Rows of a chunk that are part of the data set. */
export async function readParts(workspaceId: string, places: readonly ChunkPlace[]): Promise<RowSet[]> {
  const ids = places.map((place) => `${prefixOf(place)}${partsSuffix}`);
  const found = await readData(workspaceId, ids);
  return ids.map((id) => (found.has(id) ? RowSet.fromBytes(found.get(id)!) : new RowSet()));
}
