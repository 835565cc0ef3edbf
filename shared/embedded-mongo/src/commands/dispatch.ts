import { Decimal128 } from 'bson';
import { beginTurn } from '../allowance.ts';
import { type Document, isDocument, toNumber } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Client } from '../sessions/client.ts';
import { noSuchTransaction, type Session } from '../sessions/session-registry.ts';
import type { Transaction } from '../sessions/transaction.ts';
import { damageError, isDamage } from '../storage/connection.ts';
import { checkLogin } from './authentication.ts';
import { workedMs } from './breathe.ts';
import { checkRequest } from './check-request.ts';
import { Call, type Command } from './command.ts';
import type { Engine } from './engine.ts';
import { errorReply, type Reply } from './error-reply.ts';
import { findCommand } from './registry.ts';
import { withTimes } from './reply-times.ts';
import type { Request } from './request.ts';

/** Runs one request. Every outcome, including an error, is returned as a reply. */
export async function dispatch(engine: Engine, client: Client, request: Request): Promise<Reply> {
  engine.commandCount++;
  const call = new Call(engine, client, request.body, request.sequences);
  try {
    const command = findCommand(call.name);
    checkLogin(call, command);
    checkRequest(call, command);
    call.session = engine.sessions.get(request.body.lsid);
    // A client can resend a commit over another connection.
    if (call.session && call.name === 'commitTransaction') call.session.client = undefined;
    const added = engine.failPoints ? await engine.failPoints.meet(call) : undefined;
    const reply = call.session?.id
      ? await inOrder(call.session, () => runInSession(call, command))
      : await finish(call, command);
    return withTimes(added ? { ...reply, ...added } : reply);
  } catch (error) {
    return withTimes(errorReply(failureOf(engine, call, error as Error)));
  }
}

/** Ends the server if SQLite reports a damaged file, because further results could be silently wrong. */
function failureOf(engine: Engine, call: Call, error: Error): Error {
  if (isDamage(error)) {
    const damage = damageError(error);
    engine.endSoon(damage);
    return damage;
  }
  if (error instanceof MongoError) return error;
  engine.log(`${call.name} failed: ${error.stack}`);
  return error;
}

/** Runs the commands of one session one after another, so that a repeated write finds the outcome of the first. */
async function inOrder(session: Session, work: () => Promise<Reply>): Promise<Reply> {
  const result = session.running.then(work, work);
  session.running = result.catch(() => undefined);
  return result;
}

async function runInSession(call: Call, command: Command): Promise<Reply> {
  const { body, engine } = call;
  if (body.txnNumber === undefined) return finish(call, command);
  const session = call.session!;
  const number = numberOf(body.txnNumber);
  if (body.autocommit === false) return runInTransaction(call, command, session, number);
  if (number < session.transactionNumber)
    throw new MongoError(
      225,
      `Retryable write with txnNumber ${number} is prohibited on this session because a newer one has started.`,
    );
  engine.sessions.abort(session);
  // Numbers only increase, so only a session that is not known yet can have used a greater one.
  const isNew = session.transactionNumber >= 0 && number > session.transactionNumber;
  if (number > session.transactionNumber) {
    session.transactionNumber = number;
    session.state = 'none';
  }
  const outcome = isNew ? undefined : engine.sessions.outcomeOf(session, number);
  if (outcome && isDocument(outcome.reply)) return { ...outcome.reply } as Reply;
  call.retryNumber = number;
  call.earlier = outcome;
  call.mayBeDone = !isNew;
  const reply = await finish(call, command, (result) => {
    if (!command.isWrite || call.isNoted || (hasFoundNothing(result) && !call.notes?.isBegun)) return;
    engine.sessions.remember(session, number, { reply: result as Document });
    call.notes?.forgetParts();
  });
  return reply;
}

/** True if the write matched nothing. As in MongoDB, it is not remembered, so a retry runs as if for the first time. */
function hasFoundNothing({ n, lastErrorObject, writeErrors }: Reply): boolean {
  const found = n ?? (lastErrorObject as Reply | undefined)?.n;
  return found === 0 && writeErrors === undefined;
}

async function begin(call: Call, session: Session, number: number): Promise<Transaction> {
  const { engine, client } = call;
  const leave = session.contested === undefined ? () => {} : await engine.waitingLines.enter(session.contested);
  session.contested = undefined;
  await engine.store.queue.checkpoints.transactions.pass();
  try {
    if (client.isClosed) throw noSuchTransaction(number);
    const transaction = await engine.sessions.begin(session, number, client);
    void transaction.ended.then(leave);
    return transaction;
  } catch (error) {
    leave();
    throw error;
  }
}

async function runInTransaction(call: Call, command: Command, session: Session, number: number): Promise<Reply> {
  const { body, engine, client } = call;
  if (call.name === 'commitTransaction' || call.name === 'abortTransaction') {
    call.retryNumber = number;
    return finish(call, command);
  }
  if (!command.inTransaction) {
    throw new MongoError(263, `Cannot run '${call.name}' in a multi-document transaction.`);
  }
  call.transaction =
    body.startTransaction === true ? await begin(call, session, number) : engine.sessions.current(session, number);
  session.client = client;
  try {
    const reply = await finish(call, command);
    if (reply.writeErrors || Number(reply.nErrors ?? 0) > 0) engine.sessions.abort(session);
    return reply;
  } catch (error) {
    engine.sessions.abort(session);
    throw error;
  }
}

/** A single member cannot satisfy a greater write concern. As in MongoDB, the write is applied anyway. */
function noteWriteConcern(call: Call, reply: Reply): void {
  const { writeConcern } = call.body;
  if (!isDocument(writeConcern)) return;
  const { w } = writeConcern;
  if (typeof w === 'number' && w > 1) {
    const errmsg = 'Not enough data-bearing nodes';
    reply.writeConcernError = { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg };
  } else if (typeof w === 'string' && w !== 'majority') {
    const errmsg = `No write concern mode named '${w}' found in replica set configuration`;
    reply.writeConcernError = { code: 79, codeName: 'UnknownReplWriteConcern', errmsg };
  }
}

/** True for commands that free space on a full disk. */
function isFreeing({ name, body }: Call): boolean {
  return (
    /^(delete|drop|endSessions|commitTransaction)/.test(name) || (/^findandmodify$/i.test(name) && body.remove === true)
  );
}

/** Commands that end a transaction must not wait behind commands that are waiting for transactions to end. */
function isEnd(call: Call): boolean {
  return call.transaction !== undefined || call.name === 'commitTransaction';
}

/** Returns a failure as a rejected promise, so that its time is counted too. */
async function runUntilPause(call: Call, command: Command): Promise<Reply> {
  beginTurn(call.deadline);
  return command.run(call);
}

async function finish(call: Call, command: Command, before: (reply: Reply) => void = () => {}): Promise<Reply> {
  const { queue } = call.engine.store;
  if (command.isWrite && !isEnd(call) && queue.gate) await queue.pass();
  if (command.isWrite && !isFreeing(call) && !queue.reserve.hasRoom) throw new MongoError(14031, 'the disk is full');
  const { lastFailure } = queue;
  const workedBefore = workedMs();
  const running = runUntilPause(call, command);
  call.client.heldUpMs += workedMs() - workedBefore;
  const reply = await running;
  // A commit has already waited for its own batch.
  if (queue.lastFailure && queue.lastFailure !== lastFailure && call.name !== 'commitTransaction')
    throw queue.lastFailure;
  before(reply);
  if (command.isWrite && !call.transaction) noteWriteConcern(call, reply);
  if (command.isWrite && !call.transaction) await queue.durable();
  else if (isDocument(call.body.readConcern) && call.body.readConcern.level === 'majority') await queue.durable();
  return reply;
}

function numberOf(value: unknown): number {
  const number = toNumber(value as bigint);
  if (!Number.isSafeInteger(number) || number < 0 || value instanceof Decimal128) {
    throw new MongoError(14, 'txnNumber must be a non-negative 64-bit integer');
  }
  return number;
}
