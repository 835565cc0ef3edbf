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
  /** So many records are looked at first, in the order wanted: where many fit, the page is full by then. */
  firstScanLimit: number;
  /** A condition that fits at most so many records is read whole, and put into order afterwards. */
  narrowMax: number;
  /** After so many records a page that has found some ends, however few they are. */
  examinedMax: number;
}

const usualLimits: ReadLimits = { firstScanLimit: 500, narrowMax: 2_000, examinedMax: 5_000 };

/** By how much the limits grow, once, when nothing was found within them. */
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

/** The index by which a path is found within a workspace. */
function indexOn<Doc>(model: Model<Doc>, path: string): Index | undefined {
  return model.schema
    .indexes()
    .map(([keys]) => keys as Index)
    .find((keys) => Object.keys(keys)[0] === 'workspaceId' && Object.keys(keys)[1] === path);
}

type Page<Doc> = PageResult<Omit<Doc, '_id'> & { id: string }>;

/**
 * One page of the records that fit any combination of filters, in time that does not grow with the collection. One
 * condition in the order of its index is a walk along it. Of several, one that fits few records is read whole. When all
 * fit many, the order's index is walked, and after `examinedMax` records the page ends with what was found, be it less
 * than a page: its position says where to go on. Where nothing was found by then, both are tried once more with
 * wider limits, so that an empty page that leads on is rare.
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
 * Which of several conditions on one path (two words) an index is entered by is the store's choice, and the other one may
 * fit a million: the records of the narrow one are named to it then.
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

/** Along the order's index, or that of a value in the order of ids; `isCut` when it ends before the page is full. */
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
