import type { Model } from 'mongoose';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { findFilteredPage, type ReadLimits } from './find-filtered-page.ts';
import { type Filter, findPage, positionOfRecord } from './find-page.ts';
import { isNarrow } from './narrow-conditions.ts';

/**
 * Records to read. `decide`: keeps those that match, if other collections decide it. The filter then holds for every
 * match, and for others.
 */
export interface RecordQuery<R> {
  filter: Filter;
  decide?: (records: R[]) => Promise<R[]>;
  limits?: ReadLimits;
}

/** Maximum records that are counted, or sorted in an order without an index. */
export const exactMax = 10_000;
const decidedAtOnce = 200;
/** Records decided for one page. A page with fewer matches ends there. */
const decidedMax = 2_000;
const roundsMax = 4;

type Recorded<Doc> = Omit<Doc, '_id'> & { id: string };

/** Sorts that indexes of the collection serve, ascending. "-" before one reverses it. */
function indexedSorts<Doc>(model: Model<Doc>): string[] {
  const paths = model.schema
    .indexes()
    .filter(([keys, options]) => Object.keys(keys).at(-1) === '_id' && options?.partialFilterExpression === undefined)
    .map(([keys]) => Object.keys(keys)[1]!);
  return paths
    .filter((path) => !model.schema.path(path)?.instance.startsWith('Array'))
    .map((path) => (path === '_id' ? 'id' : path));
}

/** True if the sort is served by an index of the collection. */
function isIndexedSort<Doc>(model: Model<Doc>, sort: string): boolean {
  return indexedSorts(model).includes(sort.replace(/^-/, ''));
}

/**
 * One page of a query, in bounded time. It can have fewer records than requested, even none, and still a next page. An
 * order without an index needs a query that matches at most `exactMax` records; otherwise the result is null.
 */
async function findQueriedPage<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  { filter, decide, limits }: RecordQuery<Recorded<Doc>>,
  request: PageRequest,
): Promise<PageResult<Recorded<Doc>> | null> {
  const isSorted = isIndexedSort(model, request.sort);
  if (!isSorted && !(await isNarrow(model, workspaceId, filter, exactMax))) return null;
  const read = (part: PageRequest) =>
    isSorted
      ? findFilteredPage(model, workspaceId, filter, part, limits)
      : findPage(model, { workspaceId, ...filter }, part);
  return decide === undefined ? read(request) : decidedPage(read, decide, request);
}

async function decidedPage<R extends { id: string }>(
  read: (request: PageRequest) => Promise<PageResult<R>>,
  decide: (records: R[]) => Promise<R[]>,
  request: PageRequest,
): Promise<PageResult<R>> {
  const kept: R[] = [];
  let decided = 0;
  let { after } = request;
  for (let round = 1; ; round += 1) {
    const part = await read({ ...request, limit: decidedAtOnce, ...(after && { after }) });
    kept.push(...(await decide(part.items)));
    decided += part.items.length;
    if (kept.length > request.limit) {
      const items = kept.slice(0, request.limit);
      return { items, next: positionOfRecord(items.at(-1)!, request.sort) };
    }
    const isShort = part.items.length < decidedAtOnce;
    if (part.next === null || decided >= decidedMax || (isShort && round >= roundsMax))
      return { items: kept, next: part.next };
    after = part.next;
  }
}

const perReadMax = 1_000;

/** All matches, oldest first, in bounded reads. */
export async function* streamRecords<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  { filter, decide }: RecordQuery<Recorded<Doc>>,
  after = '',
): AsyncGenerator<Recorded<Doc>> {
  for (let from = after; ; ) {
    const request = { limit: perReadMax, sort: 'id', after: { value: null, id: from } };
    const { items, next } = await findPage(model, { workspaceId, ...filter }, request);
    yield* decide === undefined ? items : await decide(items);
    if (next === null) return;
    from = next.id;
  }
}

/** Number of matches, up to `limit`. */
export async function countRecords<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  query: RecordQuery<Recorded<Doc>>,
  limit: number,
): Promise<number> {
  if (query.decide === undefined) return model.countDocuments({ workspaceId, ...query.filter } as object).limit(limit);
  let count = 0;
  for await (const _record of streamRecords(model, workspaceId, query)) if (++count === limit) break;
  return count;
}

export interface Total {
  total: number;
  totalIsExact: boolean;
}

/** Number of matches: exact if an index leads to at most `exactMax` records, otherwise the number found in a first look. */
async function totalOf<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  query: RecordQuery<Recorded<Doc>>,
): Promise<Total> {
  if (await isNarrow(model, workspaceId, query.filter, exactMax))
    return { total: await countRecords(model, workspaceId, query, exactMax + 1), totalIsExact: true };
  if (query.decide !== undefined) {
    const first = { limit: decidedMax, sort: '-id' };
    const { items, next } = (await findQueriedPage(model, workspaceId, query, first))!;
    return { total: items.length, totalIsExact: next === null };
  }
  const look = model.aggregate<{ count: number }>([
    { $match: { workspaceId } },
    { $sort: { _id: 1 } },
    { $limit: exactMax },
    { $match: query.filter },
    { $count: 'count' },
  ]);
  const [found] = await look.hint({ workspaceId: 1, _id: 1 });
  return { total: found?.count ?? 0, totalIsExact: false };
}

/** Reads of one collection by query. `sorts`: orders that an index serves. */
export interface Queries<R> {
  sorts: readonly string[];
  page(workspaceId: string, query: RecordQuery<R>, request: PageRequest): Promise<PageResult<R> | null>;
  total(workspaceId: string, query: RecordQuery<R>): Promise<Total>;
}

export function queriesOf<Doc extends { _id: string }>(model: Model<Doc>): Queries<Recorded<Doc>> {
  return {
    sorts: indexedSorts(model),
    page: (workspaceId, query, request) => findQueriedPage(model, workspaceId, query, request),
    total: (workspaceId, query) => totalOf(model, workspaceId, query),
  };
}
