import { inTurns } from '../../allowance.ts';
import { encodeDocument, Raw } from '../../bson/encode.ts';
import { type Document, toNumber } from '../../bson/values.ts';
import { badValue, MongoError } from '../../errors.ts';
import type { Found } from '../../planner/found.ts';
import { compileFilter } from '../../query/match.ts';
import { compileProjection } from '../../query/project.ts';
import { compileSort } from '../../query/sort.ts';
import type { Call, Command } from '../command.ts';
import { hintOf } from '../command.ts';
import { Cursor } from '../cursor-registry.ts';
import { ok, type Reply } from '../error-reply.ts';
import { findRows, type RowQuery } from './find-rows.ts';
import { matchContextOf } from './query-context.ts';

const firstBatchSize = 101;

export function queryOf(call: Call): RowQuery & { projection: ((document: Document) => Document) | undefined } {
  const context = matchContextOf(call);
  const conditions = compileFilter(call.document('filter'), context);
  const sort = call.document('sort');
  if (Object.keys(sort).some((path) => path !== '$natural')) compileSort(sort);
  const skip = call.number('skip', 0);
  if (skip < 0) throw new MongoError(51024, `BSON field 'skip' value must be >= 0, actual value '${skip}'`);
  const limit = Math.abs(call.number('limit', 0));
  const projection = compileProjection(call.document('projection'), { conditions, variables: context.variables });
  return { conditions, context, sort, hint: hintOf(call.body.hint), skip, limit, projection };
}

export function* asRaw(chunks: Iterable<Found[]>, projection?: (document: Document) => Document): Generator<Raw[]> {
  for (const chunk of chunks) {
    if (!projection) yield chunk.map((found) => new Raw(found.bytes));
    else yield* inTurns(chunk, (found) => [new Raw(encodeDocument(projection(found.document)))]);
  }
}

/** Returns the reply with the first batch. Keeps the cursor if there are more results. */
export async function firstBatch(
  call: Call,
  namespace: string,
  source: Iterator<Raw[]>,
  batchSize: number,
  isSingle: boolean,
): Promise<Reply> {
  const isIdleForever = call.body.noCursorTimeout === true;
  const cursor = new Cursor(namespace, source, call.transaction, isIdleForever, sessionOf(call));
  const batch = batchSize === 0 ? [] : await cursor.next(batchSize, call.deadline);
  const isMore = !cursor.isExhausted && !isSingle;
  cursor.leftMs = call.deadline - performance.now();
  if (isMore) call.engine.cursors.keep(cursor);
  return { cursor: { firstBatch: batch, id: cursor.id, ns: namespace }, ok };
}

async function find(call: Call): Promise<Reply> {
  const { body } = call;
  const namespace = `${call.database}.${call.collectionName}`;
  const query = queryOf(call);
  const { collection } = call;
  const batchSize = body.batchSize === undefined ? firstBatchSize : toNumber(body.batchSize);
  if (batchSize < 0) throw badValue(`BSON field 'batchSize' value must be >= 0, actual value '${batchSize}'`);
  const rows = collection ? findRows(call.view, collection, query) : [];
  const isSingle = body.singleBatch === true || toNumber(body.limit ?? 0) < 0;
  return firstBatch(call, namespace, asRaw(rows, query.projection)[Symbol.iterator](), batchSize, isSingle);
}

function sessionOf(call: Call): string | undefined {
  return call.session?.id.toString('hex');
}

/** A cursor belongs to the session and the transaction that created it. */
function checkOwner(call: Call, cursor: Cursor): void {
  if (cursor.session !== sessionOf(call))
    throw new MongoError(13, `Cannot run getMore on cursor ${cursor.id}, which was created in another session`);
  if (cursor.transaction === call.transaction) return;
  throw cursor.transaction
    ? new MongoError(
        50740,
        `Cannot run getMore on cursor ${cursor.id}, which was created in a transaction, outside of it`,
      )
    : new MongoError(50741, `Cannot run getMore on cursor ${cursor.id}, which was not created in this transaction`);
}

async function getMore(call: Call): Promise<Reply> {
  const id = call.body.getMore;
  if (typeof id !== 'bigint')
    throw new MongoError(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
  const cursor = call.engine.cursors.get(id);
  checkOwner(call, cursor);
  if (cursor.namespace !== `${call.database}.${String(call.body.collection)}`) {
    throw new MongoError(
      13,
      `Requested getMore on namespace '${call.database}.${String(call.body.collection)}', but cursor belongs to a different namespace ${cursor.namespace}`,
    );
  }
  if (call.number('maxTimeMS', 0) > 0)
    throw badValue('cannot set maxTimeMS on getMore command for a non-awaitData cursor');
  const size = call.number('batchSize', 0);
  if (size < 0) throw badValue(`BSON field 'batchSize' value must be >= 0, actual value '${size}'`);
  const deadline = performance.now() + cursor.leftMs;
  const batch = await cursor.next(size > 0 ? size : Number.POSITIVE_INFINITY, deadline);
  cursor.leftMs = deadline - performance.now();
  if (cursor.isExhausted) call.engine.cursors.remove(id);
  return { cursor: { nextBatch: batch, id: cursor.isExhausted ? 0n : id, ns: cursor.namespace }, ok };
}

function killCursors(call: Call): Reply {
  const ids = Array.isArray(call.body.cursors) ? (call.body.cursors as bigint[]) : [];
  const cursorsKilled = ids.filter((id) => call.engine.cursors.remove(id));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok };
}

export const findCommands: Command[] = [
  {
    names: ['find'],
    inTransaction: true,
    fields: `filter sort projection hint skip limit batchSize singleBatch noCursorTimeout collation let allowDiskUse
      allowPartialResults oplogReplay`.split(/\s+/),
    refusedFields: ['tailable', 'awaitData', 'min', 'max', 'returnKey', 'showRecordId'],
    run: find,
  },
  { names: ['getMore'], inTransaction: true, fields: ['collection', 'batchSize'], run: getMore },
  { names: ['killCursors'], inTransaction: true, fields: ['cursors'], run: killCursors },
];
