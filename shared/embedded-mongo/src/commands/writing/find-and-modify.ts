import type { Document } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import { compileProjection } from '../../query/project.ts';
import type { Update } from '../../update/compile-update.ts';
import type { Call, Command } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { FirstMatch } from './first-match.ts';
import { compileChange, compileStatement, insertFromUpsert, type Statement, updateFound } from './modify.ts';
import { emptyTally, StatementRunner } from './write-progress.ts';

interface Outcome {
  value: Document | null;
  lastErrorObject: Reply;
}

interface Options {
  isRemove: boolean;
  isUpsert: boolean;
  returnsNew: boolean;
}

function optionsOf(call: Call): Options {
  const { update } = call.body;
  const [isRemove, isUpsert, returnsNew] = [call.flag('remove'), call.flag('upsert'), call.flag('new')];
  if (isRemove && update !== undefined) throw new MongoError(9, 'Cannot specify both an update and remove=true');
  if (isRemove && returnsNew) {
    throw new MongoError(
      9,
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  }
  if (isRemove && isUpsert) throw new MongoError(9, 'Cannot specify both upsert=true and remove=true');
  if (!isRemove && update === undefined) {
    throw new MongoError(9, 'Either an update or remove=true must be specified');
  }
  return { isRemove, isUpsert, returnsNew };
}

function removeFirst(call: Call, search: FirstMatch | undefined): Outcome {
  const { collection } = call;
  const found = search?.find();
  if (!collection || !found) return { value: null, lastErrorObject: { n: 0 } };
  call.engine.transactions.replace(collection, found.row, found.document, undefined, call.transaction);
  return { value: found.document, lastErrorObject: { n: 1 } };
}

function updateFirst(
  call: Call,
  { isUpsert, returnsNew }: Options,
  statement: Statement,
  update: Update,
  search: FirstMatch | undefined,
): Outcome {
  const { collection } = call;
  const found = search?.find();
  if (collection && found) {
    const changed = updateFound(call, collection, found, update);
    const value = returnsNew ? (changed ?? found.document) : found.document;
    return { value, lastErrorObject: { n: 1, updatedExisting: true } };
  }
  if (!collection || !isUpsert) return { value: null, lastErrorObject: { n: 0, updatedExisting: false } };
  const made = insertFromUpsert(call, collection, statement, update);
  const value = returnsNew ? made : null;
  return { value, lastErrorObject: { n: 1, updatedExisting: false, upserted: made._id! } };
}

async function findAndModify(call: Call): Promise<Reply> {
  const { body } = call;
  const options = optionsOf(call);
  const statement = compileStatement(call, call.document('query'), { ...body, sort: call.document('sort') });
  const { variables } = statement.context;
  const projection = compileProjection(call.document('fields'), { conditions: statement.conditions, variables });
  const runner = new StatementRunner(call, emptyTally());
  const update = options.isRemove ? undefined : compileChange(body.update!, body.arrayFilters, statement);
  const collection = options.isUpsert ? call.collectionOrCreate() : call.collection;
  const search = collection && new FirstMatch(call, collection, statement, runner);
  const outcome = await runner.untilFree(() =>
    update ? updateFirst(call, options, statement, update, search) : removeFirst(call, search),
  );
  const value = outcome.value && projection ? projection(outcome.value) : outcome.value;
  return { lastErrorObject: outcome.lastErrorObject, value, ok };
}

export const findAndModifyCommand: Command = {
  names: ['findAndModify', 'findandmodify'],
  inTransaction: true,
  isWrite: true,
  fields: `query sort remove update new fields upsert bypassDocumentValidation collation arrayFilters hint let`.split(
    ' ',
  ),
  run: findAndModify,
};
