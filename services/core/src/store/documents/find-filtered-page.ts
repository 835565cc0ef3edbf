import type { Model } from 'mongoose';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import {
  type Direction,
  type Filter,
  fieldOf,
  findPage,
  orderOf,
  pageOf,
  positionOf,
  rangesAfterCursor,
} from './find-page.ts';

export interface ReadLimits {
  /** Records examined first, in the requested order. If many match, this fills the page. */
  firstScanLimit: number;
  /** Maximum matches of a condition that is read in full and sorted afterwards. */
  narrowMax: number;
  /** Number of examined records after which a page with any match ends. */
  examinedMax: number;
  /** Factor by which the limits grow, once, if nothing matched within them. Default: 8. */
  widening?: number;
}

const usualLimits: ReadLimits = { firstScanLimit: 500, narrowMax: 2_000, examinedMax: 5_000 };

/** Limits of a query: a page ends early rather than cost much more than a plain list. */
export const queryLimits: ReadLimits = { firstScanLimit: 500, narrowMax: 2_000, examinedMax: 2_000, widening: 1 };

interface Condition {
  path: string;
  test: unknown;
}

function conditionsOf(filter: Filter): Condition[] {
  return Object.entries(filter).flatMap(([path, test]) =>
    path === '$and' ? (test as Filter[]).flatMap(conditionsOf) : [{ path, test }],
  );
}

/** True if one of the joined conditions is about the path. */
export function namesPath(filter: Filter, path: string): boolean {
  return conditionsOf(filter).some((condition) => condition.path === path);
}

function isEquality({ test }: Condition): boolean {
  return typeof test !== 'object' || test === null;
}

type Index = Record<string, Direction>;

/** True if an index leads to at most `max` records, which include all matches. */
export async function isNarrow<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  filter: Filter,
  max: number,
): Promise<boolean> {
  if ((await model.countDocuments({ workspaceId } as object).limit(max + 1)) <= max) return true;
  return (await findNarrow(model, workspaceId, conditionsOf(filter), max)) !== undefined;
}

/** Index that finds a path within a workspace. An index of only some records needs a `test` that the others fail. */
function indexOn<Doc>(model: Model<Doc>, path: string, test?: unknown): Index | undefined {
  const found = model.schema
    .indexes()
    .filter(([, options]) => options?.partialFilterExpression === undefined || (test !== undefined && needsValue(test)))
    .map(([keys]) => keys as Index);
  return found.find((keys) => Object.keys(keys)[0] === 'workspaceId' && Object.keys(keys)[1] === path);
}

/** True if no record without the path passes the test. */
function needsValue(test: unknown): boolean {
  if (typeof test !== 'object') return true;
  return test !== null && !('$ne' in test) && !('$nin' in test) && !('$not' in test);
}

type Page<Doc> = PageResult<Omit<Doc, '_id'> & { id: string }>;

/**
 * One page of the records that match any combination of filters, in time independent of the collection size. A single
 * condition in its index order is a walk along the index. With several conditions, one that matches few records is read
 * in full. If all match many, the order's index is walked, and after `examinedMax` records the page ends, even if it is
 * not full. Its position shows where to continue. If nothing matched by then, both are tried again with wider limits,
 * so that empty pages with a next page are rare.
 */
export async function findFilteredPage<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  filter: Filter,
  request: PageRequest,
  limits: ReadLimits = usualLimits,
): Promise<Page<Doc>> {
  const conditions = conditionsOf(filter);
  const { field } = fieldOf(request.sort);
  const where = { workspaceId, ...filter };
  const [only] = conditions;
  if (only === undefined) return findPage(model, where, request);
  const isIndexed = indexOn(model, only.path, only.test) !== undefined;
  const isInOrder = isIndexed && (only.path === field || (field === '_id' && isEquality(only)));
  if (conditions.length === 1 && isInOrder)
    return findPage(model, where, request, indexOn(model, only.path, only.test));
  const glance = await walk(model, workspaceId, conditions, request, limits.firstScanLimit);
  if (!glance.isCut) return glance.page;
  const near = await within(model, workspaceId, conditions, request, limits);
  const { narrowMax, examinedMax, widening = 8 } = limits;
  if (near.items.length > 0 || near.next === null || widening === 1) return near;
  const wider = { narrowMax: narrowMax * widening, examinedMax: examinedMax * widening };
  return within(model, workspaceId, conditions, { ...request, after: near.next }, wider);
}

async function within<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  conditions: Condition[],
  request: PageRequest,
  { narrowMax, examinedMax }: Pick<ReadLimits, 'narrowMax' | 'examinedMax'>,
): Promise<Page<Doc>> {
  const narrow = await findNarrow(model, workspaceId, conditions, narrowMax);
  if (narrow === undefined) return (await walk(model, workspaceId, conditions, request, examinedMax)).page;
  const others = conditions.filter((condition) => condition !== narrow);
  const entrance = await entranceBy(model, workspaceId, narrow, others, narrowMax);
  if (isEmptyChoice(entrance)) return { items: [], next: null };
  return findPage(
    model,
    { workspaceId, ...asFilter([entrance, ...others]) },
    request,
    indexOn(model, entrance.path, entrance.test),
  );
}

/**
 * The store chooses which of several conditions on one path (two words) enters an index, and that one can match a
 * million records. In that case, the filter names the records of the narrow condition.
 */
async function entranceBy<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  narrow: Condition,
  others: Condition[],
  narrowMax: number,
): Promise<Condition> {
  const { path, test } = narrow;
  if (path === '_id' || !others.some((other) => other.path === path)) return narrow;
  const hint = indexOn(model, path, test)!;
  const found = await model
    .find({ workspaceId, [path]: test }, { _id: 1 })
    .hint(hint)
    .limit(narrowMax)
    .lean<{ _id: string }[]>();
  return { path: '_id', test: { $in: found.map(({ _id }) => _id) } };
}

function isEmptyChoice({ test }: Condition): boolean {
  const choice = (test as { $in?: unknown[] } | null)?.$in;
  return choice !== undefined && choice.length === 0;
}

async function findNarrow<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  conditions: Condition[],
  narrowMax: number,
): Promise<Condition | undefined> {
  for (const condition of conditions.toSorted((a, b) => Number(isEquality(b)) - Number(isEquality(a)))) {
    if (condition.path === '$or') {
      const union = await narrowUnion(model, workspaceId, condition.test as Filter[], narrowMax);
      if (union !== undefined) return union;
    }
    const index = indexOn(model, condition.path, condition.test);
    if (index === undefined) continue;
    const fitting = model.countDocuments({ workspaceId, [condition.path]: condition.test } as object).hint(index);
    if ((await fitting.limit(narrowMax + 1)) <= narrowMax) return condition;
  }
  return undefined;
}

/** The IDs that alternatives lead to, if an index narrows each alternative and all together match few records. */
async function narrowUnion<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  alternatives: Filter[],
  narrowMax: number,
): Promise<Condition | undefined> {
  const found = new Set<string>();
  for (const alternative of alternatives) {
    const narrow = await findNarrow(model, workspaceId, conditionsOf(alternative), narrowMax - found.size);
    if (narrow === undefined) return undefined;
    const entrance = await entranceBy(model, workspaceId, narrow, [narrow], narrowMax);
    for (const id of (entrance.test as { $in: string[] }).$in) found.add(id);
  }
  return found.size > narrowMax ? undefined : { path: '_id', test: { $in: [...found] } };
}

/** Walks the order's index, or a value's index ordered by ID. `isCut` is true if it stops before the page is full. */
async function walk<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  conditions: Condition[],
  request: PageRequest,
  examinedMax: number,
): Promise<{ page: Page<Doc>; isCut: boolean }> {
  const { field } = fieldOf(request.sort);
  const leads = ({ path, test }: Condition) => indexOn(model, path, test) !== undefined;
  const lead = conditions.find(
    (condition) => leads(condition) && (condition.path === field || (field === '_id' && isEquality(condition))),
  );
  const rest = conditions.filter((condition) => condition !== lead);
  const hint = indexOn(model, lead?.path ?? field, lead?.test)!;
  const leading = { workspaceId, ...(lead && { [lead.path]: lead.test }) };
  const found: Doc[] = [];
  for (const stretch of rangesAfterCursor(request)) {
    const where = { $and: [leading, stretch] };
    const next = model.aggregate<Doc>([{ $match: where }, { $sort: orderOf(request.sort) }, { $limit: examinedMax }]);
    const wanted = request.limit + 1 - found.length;
    found.push(...(await next.match(asFilter(rest)).limit(wanted).hint(hint)));
    if (found.length > request.limit) break;
    const [end] = (await model
      .find(where, { [field]: 1 })
      .hint(hint)
      .sort(orderOf(request.sort))
      .skip(examinedMax - 1)
      .limit(1)
      .lean()) as Doc[];
    if (end !== undefined)
      return { page: { ...pageOf(found, request), next: positionOf(end, request.sort) }, isCut: true };
  }
  return { page: pageOf(found, request), isCut: false };
}

function asFilter(conditions: Condition[]): Filter {
  return conditions.length === 0 ? {} : { $and: conditions.map(({ path, test }) => ({ [path]: test })) };
}
