import { type Document, toNumber } from '../../bson/values.ts';
import { badValue, MongoError } from '../../errors.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Call, Command } from '../command.ts';
import { FirstMatch } from './first-match.ts';
import { checkStatements } from './insert.ts';
import { compileStatement, matchingRows, type Statement, stillMatching } from './modify.ts';
import { emptyTally, StatementRunner, type Tally, tallyReply } from './write-progress.ts';

async function deleteOne(
  call: Call,
  tally: Tally,
  runner: StatementRunner,
  collection: Collection,
  statement: Statement,
) {
  const search = new FirstMatch(call, collection, statement, runner);
  await runner.untilFree(() => {
    const found = search.find();
    if (!found) return;
    call.engine.transactions.replace(collection, found.row, found.document, undefined, call.transaction);
    tally.n++;
  });
}

async function deleteMany(
  call: Call,
  tally: Tally,
  runner: StatementRunner,
  collection: Collection,
  statement: Statement,
) {
  const rows: number[] = [];
  for (const chunk of matchingRows(call, collection, statement)) {
    rows.push(...chunk);
    await runner.breathe();
  }
  for (const row of rows) {
    await runner.untilFree(() => {
      const found = stillMatching(call, collection, row, statement);
      if (!found) return;
      call.engine.transactions.replace(collection, row, found.document, undefined, call.transaction);
      tally.n++;
    });
    await runner.breathe();
  }
}

const known = ['q', 'limit', 'hint', 'collation'];

export async function deleteStatement(
  call: Call,
  tally: Tally,
  runner: StatementRunner,
  options: Document,
): Promise<void> {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown) throw new MongoError(40415, `BSON field 'delete.deletes.${unknown}' is an unknown field.`);
  if (options.limit === undefined)
    throw new MongoError(40414, "BSON field 'delete.deletes.limit' is missing but a required field");
  const limit = toNumber(options.limit);
  if (limit !== 0 && limit !== 1) throw badValue(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  const statement = compileStatement(call, options.q, options);
  const { collection } = call;
  if (!collection) return;
  await (limit === 1 ? deleteOne : deleteMany)(call, tally, runner, collection, statement);
}

async function remove(call: Call) {
  const statements = call.list('deletes');
  checkStatements(statements.length);
  const tally = emptyTally();
  const runner = new StatementRunner(call, tally);
  await runner.run(statements.length, call.body.ordered !== false, (at) =>
    deleteStatement(call, tally, runner, statements[at]!.document),
  );
  return tallyReply(tally);
}

export const deleteCommand: Command = {
  names: ['delete'],
  inTransaction: true,
  isWrite: true,
  fields: ['deletes', 'ordered', 'let'],
  run: remove,
};
