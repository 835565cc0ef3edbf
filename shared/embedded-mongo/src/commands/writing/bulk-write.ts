import { encodeDocument, Raw } from '../../bson/encode.ts';
import { documentIn } from '../../bson/fields.ts';
import { asDouble, type Document, isDocument, toNumber, type Value } from '../../bson/values.ts';
import { badValue, MongoError } from '../../errors.ts';
import { splitNamespace } from '../../storage/collection.ts';
import type { Call, Command, ListEntry } from '../command.ts';
import type { Reply } from '../error-reply.ts';
import { firstBatch } from '../reading/find.ts';
import { deleteStatement } from './delete.ts';
import { checkStatements, insertOne } from './insert.ts';
import { updateStatement } from './update.ts';
import { emptyTally, StatementRunner, type Tally } from './write-progress.ts';

const kinds = ['insert', 'update', 'delete'] as const;
type Kind = (typeof kinds)[number];

const fields: Record<Kind, readonly string[]> = {
  insert: ['insert', 'document'],
  update: ['update', 'filter', 'updateMods', 'arrayFilters', 'multi', 'upsert', 'hint', 'collation', 'sort'],
  delete: ['delete', 'filter', 'multi', 'hint', 'collation'],
};

interface Operation {
  kind: Kind;
  call: Call;
  options: Document;
  /** The original bytes, if it arrived in a separate section. */
  bytes: Buffer | undefined;
}

function namespacesOf(call: Call): Call[] {
  return call.list('nsInfo').map(({ document }) => {
    if (typeof document.ns !== 'string') throw new MongoError(40414, "BSON field 'bulkWrite.nsInfo.ns' is missing");
    return call.on(...splitNamespace(document.ns));
  });
}

/** Parses an operation. All malformed operations are reported before the first one runs. */
function parse(
  call: Call,
  { document: options, bytes }: ListEntry,
  at: number,
  namespaces: readonly Call[],
): Operation {
  const kind = kinds.find((name) => Object.keys(options)[0] === name);
  if (!kind) throw badValue(`BulkWrite ops entry ${at} is neither an insert, an update nor a delete`);
  const target = namespaces[toNumber(options[kind])];
  if (!target) throw badValue(`BulkWrite ops entry ${at} has an invalid nsInfo index.`);
  const unknown = Object.keys(options).find((name) => !fields[kind].includes(name));
  if (unknown) throw new MongoError(40415, `BSON field 'bulkWrite.ops.${unknown}' is an unknown field.`);
  const needed = kind === 'insert' ? 'document' : 'filter';
  if (!isDocument(options[needed])) throw new MongoError(40414, `BSON field 'bulkWrite.ops.${needed}' is missing`);
  if (options.multi === true && call.retryNumber !== undefined) {
    throw new MongoError(72, 'Cannot use retryable writes with multi=true');
  }
  return { kind, call: target, options, bytes };
}

async function runInsert({ call, options, bytes }: Operation, at: number, tally: BulkTally, runner: StatementRunner) {
  const document = bytes && documentIn(bytes, 'document');
  await insertOne(call, runner, call.collectionOrCreate(), options.document as Document, document);
  tally.nInserted++;
  addResult(tally, { ok: asDouble(1), idx: at, n: 1 });
}

async function runUpdate({ call, options }: Operation, at: number, tally: BulkTally, runner: StatementRunner) {
  const { update: _namespace, filter, updateMods, ...rest } = options;
  const done = { ...emptyTally(), nModified: 0 };
  const statement: Document = { q: filter!, ...(updateMods !== undefined && { u: updateMods }), ...rest };
  await updateStatement({ call, tally: done, runner }, statement, at);
  const [upserted] = done.upserted;
  tally.nMatched += upserted ? 0 : done.n;
  tally.nModified += done.nModified;
  tally.nUpserted += upserted ? 1 : 0;
  const result: Document = { ok: asDouble(1), idx: at, n: done.n, nModified: done.nModified };
  if (upserted) result.upserted = { _id: upserted._id! };
  addResult(tally, result);
}

async function runDelete({ call, options }: Operation, at: number, tally: BulkTally, runner: StatementRunner) {
  const { delete: _namespace, filter, multi, ...rest } = options;
  const done = emptyTally();
  await deleteStatement(call, done, runner, { q: filter!, limit: multi === true ? 0 : 1, ...rest });
  tally.nDeleted += done.n;
  addResult(tally, { ok: asDouble(1), idx: at, n: done.n });
}

const steps = { insert: runInsert, update: runUpdate, delete: runDelete };

function batchSizeOf(cursor: Value | undefined): number {
  const size = isDocument(cursor) ? cursor.batchSize : undefined;
  if (size === undefined) return Number.POSITIVE_INFINITY;
  if (!(toNumber(size) >= 0)) throw badValue("BSON field 'bulkWrite.cursor.batchSize' value must be >= 0");
  return toNumber(size);
}

/** Runs many inserts, updates, and deletes on several collections. Returns the outcome of each in a cursor. */
async function bulkWrite(call: Call): Promise<Reply> {
  const batchSize = batchSizeOf(call.body.cursor);
  const namespaces = namespacesOf(call);
  const entries = call.list('ops');
  checkStatements(entries.length);
  const operations = entries.map((entry, at) => parse(call, entry, at, namespaces));
  const tally = emptyBulkTally(call.body.errorsOnly === true);
  const runner = new StatementRunner(call, tally);
  await runner.run(operations.length, call.body.ordered !== false, (at) => {
    const operation = operations[at]!;
    return steps[operation.kind](operation, at, tally, runner);
  });
  const results = encodeResults(tally);
  const source = [results][Symbol.iterator]();
  const { ok, ...reply } = await firstBatch(call, 'admin.$cmd.bulkWrite', source, batchSize, false);
  return { ...reply, ...totalsOf(tally), ok };
}

export const bulkWriteCommand: Command = {
  names: ['bulkWrite'],
  inTransaction: true,
  isWrite: true,
  isAdministrative: true,
  fields: ['ops', 'nsInfo', 'ordered', 'bypassDocumentValidation', 'let', 'errorsOnly', 'cursor'],
  run: bulkWrite,
};

/** Progress of a bulkWrite. Failures are in `writeErrors`, as in other write commands. */
interface BulkTally extends Tally {
  nInserted: number;
  nMatched: number;
  nModified: number;
  nUpserted: number;
  nDeleted: number;
  isErrorsOnly: boolean;
  /** Results of the successful operations. */
  results: Document[];
}

function addResult(tally: BulkTally, result: Document): void {
  if (!tally.isErrorsOnly) tally.results.push(result);
}

function emptyBulkTally(isErrorsOnly: boolean): BulkTally {
  return {
    ...emptyTally(),
    isErrorsOnly,
    nInserted: 0,
    nMatched: 0,
    nModified: 0,
    nUpserted: 0,
    nDeleted: 0,
    results: [],
  };
}

export function totalsOf(tally: BulkTally): Reply {
  const { nInserted, nMatched, nModified, nUpserted, nDeleted, writeErrors } = tally;
  return { nErrors: writeErrors.length, nInserted, nMatched, nModified, nUpserted, nDeleted };
}

function failureOf({ index, ...error }: Reply): Reply {
  return { ok: asDouble(0), idx: index, ...error, n: 0 };
}

/** The outcomes of all operations that ran, in their order. */
function encodeResults(tally: BulkTally): Raw[] {
  const all: Reply[] = [...(tally.results as Reply[]), ...tally.writeErrors.map(failureOf)];
  const inOrder = all.toSorted((left, right) => Number(left.idx) - Number(right.idx));
  return inOrder.map((result) => new Raw(encodeDocument(result)));
}
