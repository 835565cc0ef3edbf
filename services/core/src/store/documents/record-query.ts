import type { Model } from 'mongoose';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import type { RecordOf } from './define-model.ts';
import { findFilteredPage, type ReadLimits } from './find-filtered-page.ts';
import { type Filter, findPage, positionOfRecord } from './find-page.ts';
import { type Index, isInOrder, isNarrow } from './narrow-conditions.ts';

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
const decidedAtOnce = 150;
/** Records decided for one page. A page with fewer matches ends there. */
const decidedMax = 300;
const roundsMax = 4;

/** Orders that indexes of all records serve, with the index. "-" before one reverses it. */
function sortIndexes<Doc>(model: Model<Doc>): Map<string, Index> {
  const indexes = model.schema
    .indexes()
    .filter(([keys, options]) => options?.partialFilterExpression === undefined && isInOrder(keys as Index));
  const byPath = indexes.map(([keys]) => [Object.keys(keys)[1]!, keys as Index] as const);
  const ofOneValue = byPath.filter(([path]) => !model.schema.path(path)?.instance.startsWith('Array'));
  return new Map(ofOneValue.map(([path, keys]) => [path === '_id' ? 'id' : path, keys]));
}

interface Queried<Doc> {
  model: Model<Doc>;
  sorts: Map<string, Index>;
}

/**
 * One page of a query, in bounded time. It can have fewer records than requested, even none, and still a next page. An
 * order without an index needs a query that matches at most `exactMax` records; otherwise the result is null.
 */
async function findQueriedPage<Doc extends { _id: string }>(
  { model, sorts }: Queried<Doc>,
  workspaceId: string,
  { filter, decide, limits }: RecordQuery<RecordOf<Doc>>,
  request: PageRequest,
): Promise<PageResult<RecordOf<Doc>> | null> {
  const isSorted = sorts.has(request.sort.replace(/^-/, ''));
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
  { filter, decide }: RecordQuery<RecordOf<Doc>>,
  after = '',
): AsyncGenerator<RecordOf<Doc>> {
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
  query: RecordQuery<RecordOf<Doc>>,
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
  queried: Queried<Doc>,
  workspaceId: string,
  query: RecordQuery<RecordOf<Doc>>,
): Promise<Total> {
  const { model, sorts } = queried;
  if (await isNarrow(model, workspaceId, query.filter, exactMax))
    return { total: await countRecords(model, workspaceId, query, exactMax + 1), totalIsExact: true };
  if (query.decide !== undefined) {
    const first = { limit: decidedMax, sort: '-id' };
    const { items, next } = (await findQueriedPage(queried, workspaceId, query, first))!;
    return { total: items.length, totalIsExact: next === null };
  }
  const [first] = sorts.values();
  const look = model.aggregate<{ count: number }>([
    { $match: { workspaceId } },
    { $limit: exactMax },
    { $match: query.filter },
    { $count: 'count' },
  ]);
  const [found] = await look.hint(first!);
  return { total: found?.count ?? 0, totalIsExact: false };
}

/** Reads of one collection by query. `sorts`: orders that an index serves. */
export interface Queries<R> {
  sorts: readonly string[];
  page(workspaceId: string, query: RecordQuery<R>, request: PageRequest): Promise<PageResult<R> | null>;
  total(workspaceId: string, query: RecordQuery<R>): Promise<Total>;
}

export function queriesOf<Doc extends { _id: string }>(model: Model<Doc>): Queries<RecordOf<Doc>> {
  const queried = { model, sorts: sortIndexes(model) };
  return {
    sorts: [...queried.sorts.keys()],
    page: (workspaceId, query, request) => findQueriedPage(queried, workspaceId, query, request),
    total: (workspaceId, query) => totalOf(queried, workspaceId, query),
  };
}
