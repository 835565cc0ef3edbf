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
}

const usualLimits: ReadLimits = { firstScanLimit: 500, narrowMax: 2_000, examinedMax: 5_000 };

/** Factor by which the limits grow, once, if nothing matched within them. */
const widening = 8;

interface Condition {
  path: string;
  test: unknown;
}

function conditionsOf(filter: Filter): Condition[] {
  return Object.entries(filter).flatMap(([path, test]) =>
    path === '$and' ? (test as Filter[]).flatMap(conditionsOf) : [{ path, test }],
  );
}

function isEquality({ test }: Condition): boolean {
  return typeof test !== 'object' || test === null;
}

type Index = Record<string, Direction>;

/** Index that finds a path within a workspace. */
function indexOn<Doc>(model: Model<Doc>, path: string): Index | undefined {
  return model.schema
    .indexes()
    .map(([keys]) => keys as Index)
    .find((keys) => Object.keys(keys)[0] === 'workspaceId' && Object.keys(keys)[1] === path);
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
  const isInOrder = only.path === field || (field === '_id' && isEquality(only));
  if (conditions.length === 1 && isInOrder) return findPage(model, where, request, indexOn(model, only.path));
  const glance = await walk(model, workspaceId, conditions, request, limits.firstScanLimit);
  if (!glance.isCut) return glance.page;
  const near = await within(model, workspaceId, conditions, request, limits);
  if (near.items.length > 0 || near.next === null) return near;
  const { narrowMax, examinedMax } = limits;
  const wider = { narrowMax: narrowMax * widening, examinedMax: examinedMax * widening };
  return within(model, workspaceId, conditions, { ...request, after: near.next }, wider);
}

async function within<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  conditions: Condition[],
  request: PageRequest,
  { narrowMax, examinedMax }: Omit<ReadLimits, 'firstScanLimit'>,
): Promise<Page<Doc>> {
  const narrow = await findNarrow(model, workspaceId, conditions, narrowMax);
  if (narrow === undefined) return (await walk(model, workspaceId, conditions, request, examinedMax)).page;
  const others = conditions.filter((condition) => condition !== narrow);
  const entrance = await entranceBy(model, workspaceId, narrow, others, narrowMax);
  return findPage(model, { workspaceId, ...asFilter([entrance, ...others]) }, request, indexOn(model, entrance.path));
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
  if (!others.some((other) => other.path === path)) return narrow;
  const hint = indexOn(model, path)!;
  const found = await model
    .find({ workspaceId, [path]: test }, { _id: 1 })
    .hint(hint)
    .limit(narrowMax)
    .lean<{ _id: string }[]>();
  return { path: '_id', test: { $in: found.map(({ _id }) => _id) } };
}

async function findNarrow<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  conditions: Condition[],
  narrowMax: number,
): Promise<Condition | undefined> {
  for (const condition of conditions.toSorted((a, b) => Number(isEquality(b)) - Number(isEquality(a)))) {
    const index = indexOn(model, condition.path);
    if (index === undefined) continue;
    const fitting = model.countDocuments({ workspaceId, [condition.path]: condition.test } as object).hint(index);
    if ((await fitting.limit(narrowMax + 1)) <= narrowMax) return condition;
  }
  return undefined;
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
  const lead = conditions.find((condition) => condition.path === field || (field === '_id' && isEquality(condition)));
  const rest = conditions.filter((condition) => condition !== lead);
  const hint = indexOn(model, lead?.path ?? field)!;
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
