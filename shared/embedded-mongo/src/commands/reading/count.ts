import { countKeys } from '../../planner/scan.ts';
import type { View } from '../../planner/view.ts';
import { compileFilter } from '../../query/match.ts';
import { type Collection, idIndex } from '../../storage/collection.ts';
import { Breather } from '../breathe.ts';
import type { Call, Command } from '../command.ts';
import { hintOf } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { findRows, planOf, type RowQuery } from './find-rows.ts';
import { matchContextOf } from './query-context.ts';

export function countAll(call: Call, collection: Collection): number {
  collection.count ??= call.engine.store.writer.get<[number]>(`SELECT count(*) FROM ${idIndex(collection).table}`)![0];
  return collection.count;
}

/** Counts the matches, up to the query's limit, using only index keys. Undefined if the keys are not sufficient. */
export function countFromIndex(view: View, collection: Collection, query: RowQuery): number | undefined {
  if (view.overlayOf(collection) || !view.isStored(collection)) return undefined;
  const plan = planOf(view, collection, query);
  if (!plan.index || plan.residual || plan.needsDedupe) return undefined;
  return countKeys(view, plan, query.limit);
}

async function count(call: Call): Promise<Reply> {
  const { collection } = call;
  const context = matchContextOf(call);
  const query: RowQuery = {
    conditions: compileFilter(call.document('query'), context),
    context,
    hint: hintOf(call.body.hint),
  };
  if (!collection) return { n: 0, ok };
  const total = await countMatches(call, collection, query);
  const left = Math.max(0, total - call.number('skip', 0));
  const limit = Math.abs(call.number('limit', 0));
  return { n: limit > 0 ? Math.min(left, limit) : left, ok };
}

async function countMatches(call: Call, collection: Collection, query: RowQuery): Promise<number> {
  if (query.conditions.length === 0 && query.hint === undefined) return countAll(call, collection);
  const quick = countFromIndex(call.view, collection, query);
  if (quick !== undefined) return quick;
  const breather = new Breather(call.deadline);
  let total = 0;
  for (const chunk of findRows(call.view, collection, query)) {
    total += chunk.length;
    if (breather.isDue) await breather.pause();
  }
  return total;
}

export const countCommand: Command = {
  names: ['count'],
  fields: ['query', 'limit', 'skip', 'hint', 'collation', 'fields'],
  run: count,
};
