import { stageName } from '../../aggregate/pipeline.ts';
import { type Document, isDocument, toNumber, type Value } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import { type FoundTest, foundTest } from '../../planner/found-test.ts';
import type { Condition } from '../../query/condition.ts';
import { compileFilter } from '../../query/match.ts';
import { compileSort } from '../../query/sort.ts';
import { type Call, hintOf } from '../command.ts';
import type { RowQuery } from './find-rows.ts';
import type { matchContextOf } from './query-context.ts';

/** A pipeline split into a query that can use indexes, and the remaining stages. */
export interface SplitPipeline {
  query: RowQuery;
  /** Filters the query's rows before they are decoded. */
  filter?: FoundTest;
  rest: Value[];
}

export function splitPipeline(
  call: Call,
  stages: readonly Value[],
  context: ReturnType<typeof matchContextOf>,
): SplitPipeline {
  const rest = [...stages];
  const query: RowQuery = { conditions: [], context, hint: hintOf(call.body.hint) };
  query.conditions = takeMatches(rest, context);
  const sort = rest.length > 0 && stageName(rest[0]!) === '$sort' ? (rest[0] as Document).$sort : undefined;
  if (isDocument(sort) && Object.keys(sort).length > 0) {
    compileSort(sort);
    query.sort = sort;
    rest.shift();
  }
  takeWindow(query, rest);
  const later = takeMatches(rest, context);
  return { query, rest, ...(later.length > 0 && { filter: foundTest(later) }) };
}

function takeMatches(rest: Value[], context: ReturnType<typeof matchContextOf>): Condition[] {
  const conditions: Condition[] = [];
  while (rest.length > 0 && stageName(rest[0]!) === '$match') {
    const filter = (rest.shift() as Document).$match;
    if (!isDocument(filter)) throw new MongoError(15959, 'the match filter must be an expression in an object');
    conditions.push(...compileFilter(filter, context));
  }
  return conditions;
}

function whole(value: Value | undefined): number | undefined {
  const number = toNumber(value);
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Moves a $skip and a following $limit into the query if they are well formed. Otherwise, the stages reject them. */
function takeWindow(query: RowQuery, rest: Value[]): void {
  const skip = rest.length > 0 && stageName(rest[0]!) === '$skip' ? whole((rest[0] as Document).$skip) : undefined;
  if (skip !== undefined) {
    query.skip = skip;
    rest.shift();
  }
  const limit = rest.length > 0 && stageName(rest[0]!) === '$limit' ? whole((rest[0] as Document).$limit) : undefined;
  if (limit) {
    query.limit = limit;
    rest.shift();
  }
}
