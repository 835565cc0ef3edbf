import { type Document, isDocument } from '../../bson/values.ts';
import { badValue, MongoError, notSupported } from '../../errors.ts';
import type { Plan } from '../../planner/plan-request.ts';
import type { ScanStatistics } from '../../planner/scan.ts';
import { compileFilter } from '../../query/match.ts';
import { Breather } from '../breathe.ts';
import { Call, type Command, hintOf } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { findRows, planOf, type RowQuery } from './find-rows.ts';
import { matchContextOf } from './query-context.ts';
import { splitPipeline } from './split-pipeline.ts';

function rowQueryOf(inner: Call): RowQuery {
  const context = matchContextOf(inner);
  const { body } = inner;
  if (inner.name === 'aggregate') return splitPipeline(inner, (body.pipeline as Document[]) ?? [], context).query;
  const statement =
    inner.name === 'update' || inner.name === 'delete' ? inner.list(`${inner.name}s`)[0]?.document : undefined;
  const filter = statement?.q ?? body.filter ?? body.query ?? {};
  if (!isDocument(filter)) throw badValue('the filter must be an object');
  const conditions = compileFilter(filter, context);
  const limit = Math.abs(inner.number('limit', 0));
  return {
    conditions,
    context,
    sort: inner.document('sort'),
    hint: hintOf(statement?.hint ?? body.hint),
    skip: inner.number('skip', 0),
    limit,
  };
}

function describe(plan: Plan | undefined, query: Pick<RowQuery, 'sort' | 'limit'>): Reply {
  if (!plan) return { stage: 'EOF' };
  const direction = plan.isReverse ? 'backward' : 'forward';
  let stage: Reply = { stage: 'COLLSCAN', direction };
  if (plan.alternatives) stage = { stage: 'OR', inputStages: plan.alternatives.map((each) => describe(each, {})) };
  if (plan.index) {
    const { index } = plan;
    const scan = {
      stage: 'IXSCAN',
      keyPattern: index.specification.key as Document,
      indexName: index.name,
      isMultiKey: index.multikey !== 0,
      isUnique: index.isUnique,
      isSparse: index.isSparse,
      isPartial: index.partial !== undefined,
      direction,
      ranges: plan.ranges.length,
    };
    stage = { stage: 'FETCH', hasFilter: plan.residual !== undefined, inputStage: scan };
  }
  const hasSort = Object.keys(query.sort ?? {}).length > 0;
  if (hasSort && !plan.providesSort) stage = { stage: 'SORT', sortPattern: query.sort!, inputStage: stage };
  return query.limit ? { stage: 'LIMIT', limitAmount: query.limit, inputStage: stage } : stage;
}

const verbosities = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Explain writes nothing, so a write concern makes no sense. */
function checkWriteConcern(call: Call, inner: Call): void {
  if (isDocument(call.body.writeConcern)) throw new MongoError(72, 'Command does not support writeConcern');
  if (inner.name === 'aggregate' && isDocument(inner.body.writeConcern))
    throw new MongoError(9, "Aggregation explain does not support the 'writeConcern' option");
}

async function explain(call: Call): Promise<Reply> {
  const body = call.body.explain;
  const { verbosity } = call.body;
  if (verbosity !== undefined && !verbosities.includes(String(verbosity)))
    throw badValue(`Enumeration value '${String(verbosity)}' for field 'explain.verbosity' is not a valid value.`);
  if (!isDocument(body)) throw badValue('explain needs a command');
  const inner = new Call(call.engine, call.client, { ...body, $db: call.database }, new Map());
  const known = ['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify'];
  if (!known.includes(inner.name)) throw notSupported(`explain of ${inner.name}`);
  checkWriteConcern(call, inner);
  const query = rowQueryOf(inner);
  const { collection } = inner;
  const plan = collection && planOf(call.view, collection, query);
  const reply: Reply = {
    explainVersion: '1',
    queryPlanner: {
      namespace: `${call.database}.${inner.collectionName}`,
      winningPlan: describe(plan, query),
      rejectedPlans: [],
    },
  };
  if (verbosity !== 'queryPlanner') reply.executionStats = await execute(call, inner, query);
  return { ...reply, serverInfo: { version: '7.0.0', host: 'embedded-mongo' }, ok };
}

async function execute(call: Call, inner: Call, query: RowQuery): Promise<Reply> {
  const statistics: ScanStatistics = { keys: 0, documents: 0 };
  const started = performance.now();
  const breather = new Breather(call.deadline);
  const { collection } = inner;
  let nReturned = 0;
  for (const chunk of collection ? findRows(call.view, collection, { ...query, statistics }) : []) {
    nReturned += chunk.length;
    if (breather.isDue) await breather.pause();
  }
  return {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: Math.round(performance.now() - started),
    totalKeysExamined: statistics.keys,
    totalDocsExamined: statistics.documents,
  };
}

export const explainCommand: Command = { names: ['explain'], fields: ['verbosity'], run: explain };
