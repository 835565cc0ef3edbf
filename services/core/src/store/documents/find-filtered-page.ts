import type { Model } from 'mongoose';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type Filter, fieldOf, findPage, orderOf, pageOf, positionOf, rangesAfterCursor } from './find-page.ts';
import {
  conditionsOf,
  entranceBy,
  findNarrow,
  indexOn,
  isEmptyChoice,
  isEquality,
  type StoreCondition,
} from './narrow-conditions.ts';

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
export const queryLimits: ReadLimits = { firstScanLimit: 500, narrowMax: 1_000, examinedMax: 1_000, widening: 1 };

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
  conditions: StoreCondition[],
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

/** Walks the order's index, or a value's index ordered by ID. `isCut` is true if it stops before the page is full. */
async function walk<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  conditions: StoreCondition[],
  request: PageRequest,
  examinedMax: number,
): Promise<{ page: Page<Doc>; isCut: boolean }> {
  const { field } = fieldOf(request.sort);
  const leads = ({ path, test }: StoreCondition) => indexOn(model, path, test) !== undefined;
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

function asFilter(conditions: StoreCondition[]): Filter {
  return conditions.length === 0 ? {} : { $and: conditions.map(({ path, test }) => ({ [path]: test })) };
}
