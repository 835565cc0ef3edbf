import { type Document, isDocument } from '../../bson/values.ts';
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

function checkOptions(body: Document): void {
  if (body.remove === true && body.update !== undefined) {
    throw new MongoError(9, 'Cannot specify both an update and remove=true');
  }
  if (body.remove === true && body.new === true) {
    throw new MongoError(
      9,
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  }
  if (body.remove === true && body.upsert === true) {
    throw new MongoError(9, 'Cannot specify both upsert=true and remove=true');
  }
  if (body.remove !== true && body.update === undefined) {
    throw new MongoError(9, 'Either an update or remove=true must be specified');
  }
}

function removeFirst(call: Call, search: FirstMatch | undefined): Outcome {
  const { collection } = call;
  const found = search?.find();
  if (!collection || !found) return { value: null, lastErrorObject: { n: 0 } };
  call.server.transactions.replace(collection, found.row, found.document, undefined, call.transaction);
  return { value: found.document, lastErrorObject: { n: 1 } };
}

function updateFirst(call: Call, statement: Statement, update: Update, search: FirstMatch | undefined): Outcome {
  const { body, collection } = call;
  const found = search?.find();
  if (collection && found) {
    const changed = updateFound(call, collection, found, update);
    const value = body.new === true ? (changed ?? found.document) : found.document;
    return { value, lastErrorObject: { n: 1, updatedExisting: true } };
  }
  if (!collection || body.upsert !== true) return { value: null, lastErrorObject: { n: 0, updatedExisting: false } };
  const made = insertFromUpsert(call, collection, statement, update);
  const value = body.new === true ? made : null;
  return { value, lastErrorObject: { n: 1, updatedExisting: false, upserted: made._id! } };
}

async function findAndModify(call: Call): Promise<Reply> {
  const { body } = call;
  checkOptions(body);
  const filter = isDocument(body.query) ? body.query : {};
  const statement = compileStatement(call, filter, body);
  const { variables } = statement.context;
  const projection = compileProjection(call.document('fields'), { conditions: statement.conditions, variables });
  const runner = new StatementRunner(call, emptyTally());
  const update = body.remove === true ? undefined : compileChange(body.update!, body.arrayFilters, statement);
  const collection = body.upsert === true ? call.collectionOrCreate() : call.collection;
  const search = collection && new FirstMatch(call, collection, statement, runner);
  const outcome = await runner.untilFree(() =>
    update ? updateFirst(call, statement, update, search) : removeFirst(call, search),
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
