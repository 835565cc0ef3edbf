import { type Document, isDocument } from '../../bson/values.ts';
import { MongoError, notSupported } from '../../errors.ts';
import type { Collection } from '../../storage/collection.ts';
import { isReplacement, type Update } from '../../update/compile-update.ts';
import type { Call, Command } from '../command.ts';
import { FirstMatch } from './first-match.ts';
import { checkStatements } from './insert.ts';
import {
  compileChange,
  compileStatement,
  insertFromUpsert,
  matchingRows,
  type Statement,
  stillMatching,
  updateFound,
} from './modify.ts';
import { emptyTally, StatementRunner, type Tally, tallyReply } from './write-progress.ts';

interface Work {
  call: Call;
  tally: Tally;
  runner: StatementRunner;
}

function checkOptions(options: Document): void {
  if (options.c !== undefined) throw notSupported('an update with constants (c)');
  const known = ['q', 'u', 'upsert', 'multi', 'hint', 'collation', 'arrayFilters', 'sort'];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown) throw new MongoError(40415, `BSON field 'update.updates.${unknown}' is an unknown field.`);
  for (const name of ['multi', 'upsert']) {
    if (options[name] !== undefined && typeof options[name] !== 'boolean')
      throw new MongoError(14, `BSON field 'update.updates.${name}' is the wrong type, expected type 'bool'`);
  }
  if (options.sort !== undefined && !isDocument(options.sort)) {
    throw new MongoError(14, "BSON field 'update.updates.sort' is the wrong type, expected type 'object'");
  }
  if (options.sort !== undefined && options.multi === true) {
    throw new MongoError(9, 'Cannot specify sort with multi=true');
  }
  if (options.multi === true && isDocument(options.u) && isReplacement(options.u)) {
    throw new MongoError(9, 'multi update is not supported for replacement-style update');
  }
}

async function updateOne(work: Work, collection: Collection, statement: Statement, update: Update): Promise<boolean> {
  const { call, tally, runner } = work;
  const search = new FirstMatch(call, collection, statement, runner);
  return runner.untilFree(() => {
    const found = search.find();
    if (!found) return false;
    const changed = updateFound(call, collection, found, update);
    tally.n++;
    tally.nModified! += changed ? 1 : 0;
    return true;
  });
}

async function updateMany(work: Work, collection: Collection, statement: Statement, update: Update): Promise<boolean> {
  const { call, tally, runner } = work;
  const rows: number[] = [];
  for (const chunk of matchingRows(call, collection, statement)) {
    rows.push(...chunk);
    await runner.breathe();
  }
  for (const row of rows) {
    await runner.untilFree(() => {
      const found = stillMatching(call, collection, row, statement);
      if (!found) return;
      const changed = updateFound(call, collection, found, update);
      tally.n++;
      tally.nModified! += changed ? 1 : 0;
    });
    await runner.breathe();
  }
  return rows.length > 0;
}

async function upsert(
  work: Work,
  collection: Collection,
  statement: Statement,
  update: Update,
  at: number,
): Promise<void> {
  const { call, tally } = work;
  const made = await work.runner.untilFree(() => insertFromUpsert(call, collection, statement, update));
  tally.n++;
  tally.upserted.push({ index: at, _id: made._id! });
}

export async function updateStatement(work: Work, options: Document, at: number): Promise<void> {
  const { call } = work;
  checkOptions(options);
  const statement = compileStatement(call, options.q, options);
  if (options.u === undefined)
    throw new MongoError(40414, "BSON field 'update.updates.u' is missing but a required field");
  const update = compileChange(options.u, options.arrayFilters, statement);
  const collection = options.upsert === true ? call.collectionOrCreate() : call.collection;
  if (!collection) return;
  const isFound = await (options.multi === true ? updateMany : updateOne)(work, collection, statement, update);
  if (!isFound && options.upsert === true) await upsert(work, collection, statement, update, at);
}

async function update(call: Call) {
  const statements = call.list('updates');
  checkStatements(statements.length);
  const tally = { ...emptyTally(), nModified: 0 };
  const runner = new StatementRunner(call, tally);
  const work = { call, tally, runner };
  await runner.run(statements.length, call.body.ordered !== false, (at) =>
    updateStatement(work, statements[at]!.document, at),
  );
  return tallyReply(tally);
}

export const updateCommand: Command = {
  names: ['update'],
  inTransaction: true,
  isWrite: true,
  fields: ['updates', 'ordered', 'bypassDocumentValidation', 'let'],
  run: update,
};
