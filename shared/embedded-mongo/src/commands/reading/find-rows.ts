import type { Document } from '../../bson/values.ts';
import type { Found } from '../../planner/found.ts';
import { choosePlan } from '../../planner/plan.ts';
import type { Plan } from '../../planner/plan-request.ts';
import { type ScanStatistics, scan, singleRow } from '../../planner/scan.ts';
import type { View } from '../../planner/view.ts';
import type { Condition, MatchContext } from '../../query/condition.ts';
import { matcherOf } from '../../query/match.ts';
import { compileSort } from '../../query/sort.ts';
import { SortBuffer } from '../../query/sort-buffer.ts';
import type { Collection } from '../../storage/collection.ts';

export interface RowQuery {
  conditions: readonly Condition[];
  context: MatchContext;
  sort?: Document;
  hint?: string | Document | undefined;
  skip?: number;
  /** 0 means no limit. */
  limit?: number;
  statistics?: ScanStatistics;
}

export function planOf(view: View, collection: Collection, query: RowQuery): Plan {
  const plan = choosePlan(collection, {
    conditions: query.conditions,
    sort: query.sort ?? {},
    collation: query.context.collation,
    hint: query.hint,
    canUse: (index) => view.canUse(index),
  });
  // The transaction's own writes come after the index scan.
  const hasSort = Object.keys(query.sort ?? {}).some((path) => path !== '$natural');
  if (hasSort && view.overlayOf(collection)) plan.providesSort = false;
  return plan;
}

/** Yields the documents of a query in order, in chunks. An empty chunk lets others run. */
export function findRows(
  view: View,
  collection: Collection,
  query: RowQuery,
  plan = planOf(view, collection, query),
): Iterable<Found[]> {
  const single = query.skip || query.statistics ? undefined : singleRow(view, collection, plan);
  return single ? [single] : walk(view, collection, query, plan);
}

function* walk(view: View, collection: Collection, query: RowQuery, plan: Plan): Generator<Found[]> {
  const skip = query.skip ?? 0;
  const limit = query.limit || Number.POSITIVE_INFINITY;
  const wanted = plan.providesSort && query.limit ? skip + limit : undefined;
  const chunks = scan(view, collection, plan, matcherOf(query.conditions), query.statistics, wanted);
  yield* window(plan.providesSort ? chunks : sorted(chunks, query, skip + limit), skip, limit);
}

function* sorted(chunks: Iterable<Found[]>, query: RowQuery, limit: number): Generator<Found[]> {
  const buffer = new SortBuffer<Found>(compileSort(query.sort!, query.context.collation), limit);
  for (const chunk of chunks) {
    for (const found of chunk) buffer.add(found.document, found, found.bytes.length);
    yield [];
  }
  yield* buffer.finish();
}

function* window(chunks: Iterable<Found[]>, skip: number, limit: number): Generator<Found[]> {
  let toSkip = skip;
  let left = limit;
  for (const chunk of chunks) {
    const from = Math.min(toSkip, chunk.length);
    toSkip -= from;
    const part = from === 0 && chunk.length <= left ? chunk : chunk.slice(from, from + left);
    left -= part.length;
    yield part;
    if (left <= 0) return;
  }
}
