import type { Document } from '../bson/values.ts';
import { toNumber } from '../bson/values.ts';
import { badValue } from '../errors.ts';
import type { Index } from '../index/index-definition.ts';
import type { Condition } from '../query/condition.ts';
import type { Collection } from '../storage/collection.ts';
import { boundsOf, type FieldBounds, intersect, rangeWithin, unbounded } from './bounds.ts';
import { directPlan } from './direct-plan.ts';
import { coversPartial, requiresPresence } from './eligibility.ts';
import { foundTest } from './found-test.ts';
import type { KeyRange, Plan, PlanRequest } from './plan-request.ts';
import { sortDirection } from './sort-direction.ts';
import { unionPlan } from './union-plan.ts';

const rangesMax = 20_000;

export function choosePlan(collection: Collection, request: PlanRequest): Plan {
  const direct = directPlan(collection, request);
  if (direct) return direct;
  const hinted = hintedIndex(collection, request.hint);
  if (hinted === 'natural') return collectionScan(request, naturalDirection(request));
  if (hinted) return planFor(hinted, request, true) ?? collectionScan(request, 1);
  const natural = request.sort.$natural;
  if (natural !== undefined) return collectionScan(request, toNumber(natural));
  let best = collectionScan(request, 1);
  for (const index of collection.indexes) {
    if (index.isHidden || index.isBuilding || (request.canUse && !request.canUse(index))) continue;
    const plan = planFor(index, request);
    if (plan?.key) return plan;
    if (plan && plan.score > best.score) best = plan;
  }
  return unionPlan(request, best, (branch) => choosePlan(collection, branch)) ?? best;
}

function naturalDirection(request: PlanRequest): number {
  return typeof request.hint === 'object' ? toNumber(request.hint.$natural) : 1;
}

function hintedIndex(collection: Collection, hint: string | Document | undefined): Index | 'natural' | undefined {
  if (hint === undefined || (typeof hint === 'object' && Object.keys(hint).length === 0)) return undefined;
  if (typeof hint === 'object' && hint.$natural !== undefined) return 'natural';
  const wanted = typeof hint === 'string' ? hint : keyText(hint);
  const found = collection.indexes.find(
    (index) =>
      !index.isBuilding &&
      (typeof hint === 'string' ? index.name : keyText(index.specification.key as Document)) === wanted,
  );
  if (!found)
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  return found;
}

export function keyText(key: Document): string {
  return Object.entries(key)
    .map(([path, direction]) => `${path}:${toNumber(direction)}`)
    .join(',');
}

function collectionScan(request: PlanRequest, direction: number): Plan {
  const { conditions } = request;
  const plan: Plan = {
    ranges: [],
    isReverse: direction < 0,
    providesSort: request.sort.$natural !== undefined || Object.keys(request.sort).length === 0,
    needsDedupe: false,
    score: 0,
  };
  if (conditions.length > 0) plan.residual = foundTest(conditions);
  return plan;
}

interface Bounded {
  fields: FieldBounds[];
  answered: Set<Condition>;
}

/** Bounds for the fields of the index that the conditions restrict, from the first field on, without gaps. */
function boundFields(index: Index, request: PlanRequest): Bounded {
  const fields: FieldBounds[] = [];
  const answered = new Set<Condition>();
  let hasMultikey = false;
  for (const [at, field] of index.fields.entries()) {
    const isMultikey = (index.multikey & (1 << at)) !== 0;
    const bounds = isMultikey && hasMultikey ? undefined : boundField(field.path, isMultikey, request, answered);
    if (!bounds) break;
    hasMultikey ||= isMultikey;
    fields.push(bounds);
    if (!bounds.arePoints) break;
  }
  return { fields, answered };
}

function boundField(
  path: string,
  isMultikey: boolean,
  request: PlanRequest,
  answered: Set<Condition>,
): FieldBounds | undefined {
  let best: FieldBounds | undefined;
  let used: Condition[] = [];
  for (const condition of request.conditions) {
    if (condition.path !== path) continue;
    const bounds = boundsOf(condition, request.collation);
    if (!bounds) continue;
    const merged = best && !isMultikey ? intersect(best, bounds) : undefined;
    if (merged) {
      best = merged;
      used.push(condition);
    } else if (!best || isNarrower(bounds, best)) {
      best = bounds;
      used = [condition];
    }
  }
  if (best?.isExact) for (const condition of used) answered.add(condition);
  return best;
}

function isNarrower(left: FieldBounds, right: FieldBounds): boolean {
  if (left.arePoints !== right.arePoints) return left.arePoints;
  return left.arePoints && left.intervals.length < right.intervals.length;
}

/** As in MongoDB, a sparse index named by a hint is used even if it does not contain all documents. */
function planFor(index: Index, request: PlanRequest, isHinted = false): Plan | undefined {
  if (index.isSparse && !isHinted && !requiresPresence(index, request.conditions)) return undefined;
  if (index.partialConditions && !coversPartial(index.partialConditions, request.conditions)) return undefined;
  const { fields, answered } = boundFields(index, request);
  const ranges = rangesOf(index, fields);
  const order = sortDirection(index, fields, request, ranges.length);
  const hasSort = Object.keys(request.sort).length > 0;
  const rest = request.conditions.filter((condition) => !answered.has(condition));
  const plan: Plan = {
    index,
    ranges,
    isReverse: order < 0,
    providesSort: order !== 0 || !hasSort,
    needsDedupe: mayRepeat(index, fields),
    score: scoreOf(index, fields, hasSort && order !== 0),
  };
  if (rest.length > 0) plan.residual = foundTest(rest);
  if (index.isUnique && ranges.length === 1 && isWhole(index, fields)) plan.key = ranges[0]!.start;
  return plan;
}

/**
 * True if a document can appear twice because of two array elements. A search for a single value of the field cannot
 * repeat a document.
 */
function mayRepeat(index: Index, fields: FieldBounds[]): boolean {
  return index.fields.some((_field, at) => {
    const bounds = fields[at];
    return (index.multikey & (1 << at)) !== 0 && !(bounds?.arePoints && bounds.intervals.length === 1);
  });
}

/** True if the conditions fix every field of the index. */
function isWhole(index: Index, fields: FieldBounds[]): boolean {
  return fields.length === index.fields.length && fields.every((field) => field.arePoints);
}

function scoreOf(index: Index, fields: FieldBounds[], isSorted: boolean): number {
  let score = isSorted ? (fields.length > 0 ? 25 : 10) : 0;
  for (const field of fields) {
    if (field.arePoints) score += field.intervals.length === 1 ? 20 : 15;
    else score += 8;
  }
  if (index.isUnique && isWhole(index, fields)) score += 100;
  return score - (index.fields.length - fields.length) * 0.1;
}

/** All combinations of the fields' points, each followed by the interval of the last field. */
function rangesOf(index: Index, fields: FieldBounds[]): KeyRange[] {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let ranges: KeyRange[] = [rangeWithin(prefixes[0]!, unbounded.intervals[0]!, 1)];
  for (const [at, bounds] of fields.entries()) {
    if (prefixes.length * bounds.intervals.length > rangesMax) break;
    const direction = index.directions[at]!;
    const intervals = direction > 0 ? bounds.intervals : bounds.intervals.toReversed();
    ranges = prefixes.flatMap((prefix) => intervals.map((interval) => rangeWithin(prefix, interval, direction)));
    prefixes = ranges.map((range) => range.start);
  }
  return ranges.filter((range) => Buffer.compare(range.start, range.end) < 0);
}
