import { Binary } from 'bson';
import { compileStages, stageName } from '../../aggregate/pipeline.ts';
import type { Chunks, PipelineContext } from '../../aggregate/stage.ts';
import { inTurns, Memory } from '../../allowance.ts';
import { encodeDocument, Raw } from '../../bson/encode.ts';
import { type Document, isDocument, toNumber, type Value } from '../../bson/values.ts';
import { badValue, MongoError, notSupported } from '../../errors.ts';
import type { Found } from '../../planner/found.ts';
import type { FoundTest } from '../../planner/found-test.ts';
import { compileFilter } from '../../query/match.ts';
import type { Call, Command } from '../command.ts';
import type { Reply } from '../error-reply.ts';
import { countAll, countFromIndex } from '../reading/count.ts';
import { asRaw, firstBatch } from '../reading/find.ts';
import { findRows } from '../reading/find-rows.ts';
import { matchContextOf } from '../reading/query-context.ts';
import { type SplitPipeline, splitPipeline } from '../reading/split-pipeline.ts';
import { documentBytesMax, documentTooLarge } from '../writing/insert.ts';
import { writeTargetOf } from './write-target.ts';

const firstBatchSize = 101;

function* filtered(chunks: Iterable<Found[]>, passes: FoundTest): Generator<Found[]> {
  for (const chunk of chunks) yield* inTurns(chunk, (found) => (passes(found) ? [found] : []));
}

function* documentsOf(chunks: Iterable<Found[]>): Generator<Document[]> {
  for (const chunk of chunks) yield* inTurns(chunk, (found) => [found.document]);
}

function contextOf(call: Call, match: ReturnType<typeof matchContextOf>): PipelineContext {
  return {
    variables: match.variables,
    collation: match.collation,
    match,
    database: call.database,
    compile: compileStages,
    memory: new Memory(),
    write: writeTargetOf(call),
    read: (name, filter): Chunks => {
      const collection = call.engine.store.catalogue.find(call.database, name);
      if (!collection) return [];
      return documentsOf(findRows(call.view, collection, { conditions: compileFilter(filter, match), context: match }));
    },
  };
}

/** The pipeline that drivers send to count: a single group that adds up 1. */
function countedField(rest: readonly Value[]): { id: Value; field: string } | undefined {
  const group = rest.length === 1 && isDocument(rest[0]) ? rest[0].$group : undefined;
  if (!isDocument(group)) return undefined;
  const [field, ...others] = Object.keys(group).filter((name) => name !== '_id');
  const isConstant = group._id === null || typeof group._id === 'number';
  if (!field || others.length > 0 || !isConstant) return undefined;
  const sum = group[field];
  return isDocument(sum) && Object.keys(sum).length === 1 && sum.$sum === 1 ? { id: group._id!, field } : undefined;
}

function quickCount(call: Call, { query, filter, rest }: SplitPipeline): Document[] | undefined {
  const counted = countedField(rest);
  const { collection } = call;
  if (!counted || !collection || filter || query.skip || query.sort) return undefined;
  const total =
    query.conditions.length === 0 && query.hint === undefined && !call.transaction
      ? Math.min(countAll(call, collection), query.limit ?? Number.POSITIVE_INFINITY)
      : countFromIndex(call.view, collection, query);
  if (total === undefined) return undefined;
  return total === 0 ? [] : [{ _id: counted.id, [counted.field]: total }];
}

/** All sessions known to the server, for drivers that list their own. */
function localSessions(call: Call): Document[] {
  return call.engine.sessions.ids().map((id) => ({ _id: { id: new Binary(id, 4) }, lastUse: call.now }));
}

function* encoded(chunks: Chunks): Generator<Raw[]> {
  for (const chunk of chunks) {
    yield* inTurns(chunk, (document) => {
      const bytes = encodeDocument(document);
      if (bytes.length > documentBytesMax) throw documentTooLarge(bytes.length);
      return [new Raw(bytes)];
    });
  }
}

function sourceOf(call: Call, stages: readonly Value[]): Iterable<Raw[]> {
  const match = matchContextOf(call);
  const context = contextOf(call, match);
  if (call.body.aggregate === 1 || typeof call.body.aggregate !== 'string')
    return databaseSource(call, stages, context);
  const split = splitPipeline(call, stages, match);
  const run = compileStages(split.rest, context);
  const counted = quickCount(call, split);
  if (counted) return encoded([counted]);
  const { collection } = call;
  const found = collection ? findRows(call.view, collection, split.query) : [];
  const rows = split.filter ? filtered(found, split.filter) : found;
  return split.rest.length === 0 ? asRaw(rows) : encoded(run(documentsOf(rows)));
}

/** Without a collection, only literal documents can be the source. */
function databaseSource(call: Call, stages: readonly Value[], context: PipelineContext): Iterable<Raw[]> {
  const [first, ...rest] = stages;
  const name = first === undefined ? '' : stageName(first);
  if (name === '$documents' && isDocument(first) && Array.isArray(first.$documents)) {
    return encoded(compileStages(rest, context)([first.$documents as Document[]]));
  }
  if (name === '$listLocalSessions') return encoded(compileStages(rest, context)([localSessions(call)]));
  if (name.startsWith('$') && name !== '$match') throw notSupported(`the stage ${name} on a database`);
  throw new MongoError(73, '{aggregate: 1} is not valid for an empty pipeline or for this stage');
}

async function aggregate(call: Call): Promise<Reply> {
  const { body } = call;
  if (!Array.isArray(body.pipeline)) throw new MongoError(14, "'pipeline' option must be specified as an array");
  if (body.explain === true) throw notSupported('aggregate with explain: true (use the explain command)');
  const cursor = body.cursor;
  if (!isDocument(cursor))
    throw new MongoError(9, "The 'cursor' option is required, except for aggregate with the explain argument");
  const batchSize = cursor.batchSize === undefined ? firstBatchSize : toNumber(cursor.batchSize);
  if (batchSize < 0) throw badValue(`BSON field 'batchSize' value must be >= 0, actual value '${batchSize}'`);
  const last = body.pipeline.at(-1);
  const isWriting = isDocument(last) && ('$out' in last || '$merge' in last);
  if (isWriting && call.transaction)
    throw new MongoError(263, 'Operation not permitted in transaction :: $out and $merge');
  if (isWriting && isDocument(body.readConcern) && body.readConcern.level === 'linearizable')
    throw new MongoError(72, '$out and $merge cannot be used with readConcern linearizable');
  const namespace =
    typeof body.aggregate === 'string' ? `${call.database}.${body.aggregate}` : `${call.database}.$cmd.aggregate`;
  const source = sourceOf(call, body.pipeline)[Symbol.iterator]();
  const reply = await firstBatch(call, namespace, source, isWriting ? 1 : batchSize, false);
  if (isWriting) await call.engine.store.queue.durable();
  return reply;
}

export const aggregateCommands: Command[] = [
  {
    names: ['aggregate'],
    inTransaction: true,
    fields: `pipeline cursor explain allowDiskUse bypassDocumentValidation collation hint let`.split(' '),
    refusedFields: ['exchange', 'fromMongos', 'needsMerge', 'isMapReduceCommand'],
    run: aggregate,
  },
];
