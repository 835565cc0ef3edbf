import { Decimal128, Timestamp } from 'bson';
import { type Document, isDocument, toNumber } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Request } from '../protocol/message.ts';
import type { Server } from '../server.ts';
import { noSuchTransaction, type Session } from '../sessions/session-registry.ts';
import type { Transaction } from '../sessions/transaction.ts';
import { checkRequest } from './check-request.ts';
import { Call, type Command } from './command.ts';
import { errorReply, type Reply } from './error-reply.ts';
import { findCommand } from './registry.ts';

/** Carries out one request; every outcome, good or bad, is a reply. */
export async function dispatch(server: Server, connection: Connection, request: Request): Promise<Reply> {
  server.commandCount++;
  const call = new Call(server, connection, request.body, request.sequences);
  try {
    const command = findCommand(call.name);
    checkRequest(call, command);
    call.session = server.sessions.get(request.body.lsid);
    const reply = call.session?.id
      ? await inOrder(call.session, () => runInSession(call, command))
      : await finish(call, command);
    return withTimes(server, reply);
  } catch (error) {
    if (!(error instanceof MongoError)) server.log(`${call.name} failed: ${(error as Error).stack}`);
    return withTimes(server, errorReply(error));
  }
}

let lastSecond = 0;
let increment = 0;

/** operationTime and $clusterTime, which sessions carry for causal order; one member needs nothing more. */
function withTimes(server: Server, reply: Reply): Reply {
  const second = Math.floor(Date.now() / 1000);
  if (second > lastSecond) {
    lastSecond = second;
    increment = 0;
  }
  const clusterTime = new Timestamp({ t: lastSecond, i: ++increment });
  reply.$clusterTime = { clusterTime, signature: server.signature };
  reply.operationTime = clusterTime;
  return reply;
}

/** Commands of one session run one after the other, so that a repeated write meets the outcome of the first. */
async function inOrder(session: Session, work: () => Promise<Reply>): Promise<Reply> {
  const result = session.running.then(work, work);
  session.running = result.catch(() => undefined);
  return result;
}

async function runInSession(call: Call, command: Command): Promise<Reply> {
  const { body, server } = call;
  if (body.txnNumber === undefined) return finish(call, command);
  const session = call.session!;
  const number = numberOf(body.txnNumber);
  if (body.autocommit === false) return runInTransaction(call, command, session, number);
  if (number < session.transactionNumber)
    throw new MongoError(
      225,
      `Retryable write with txnNumber ${number} is prohibited on this session because a newer one has started.`,
    );
  server.sessions.abort(session);
  if (number > session.transactionNumber) {
    session.transactionNumber = number;
    session.state = 'none';
  }
  const outcome = server.sessions.outcomeOf(session, number);
  if (outcome && isDocument(outcome.reply)) return { ...outcome.reply } as Reply;
  call.retryNumber = number;
  const reply = await finish(call, command, (result) => {
    if (command.isWrite) server.sessions.remember(session, number, { reply: result as Document });
  });
  return reply;
}

async function begin(call: Call, session: Session, number: number): Promise<Transaction> {
  const { server, connection } = call;
  const leave = session.contested === undefined ? () => {} : await server.waitingLines.enter(session.contested);
  session.contested = undefined;
  await server.logGate.pass();
  try {
    if (connection.isClosed) throw noSuchTransaction(number);
    const transaction = server.sessions.begin(session, number, connection);
    void transaction.ended.then(leave);
    return transaction;
  } catch (error) {
    leave();
    throw error;
  }
}

async function runInTransaction(call: Call, command: Command, session: Session, number: number): Promise<Reply> {
  const { body, server, connection } = call;
  if (call.name === 'commitTransaction' || call.name === 'abortTransaction') {
    call.retryNumber = number;
    return finish(call, command);
  }
  if (!command.inTransaction) {
    throw new MongoError(263, `Cannot run '${call.name}' in a multi-document transaction.`);
  }
  call.transaction =
    body.startTransaction === true ? await begin(call, session, number) : server.sessions.current(session, number);
  session.connection = connection;
  try {
    const reply = await finish(call, command);
    if (reply.writeErrors || Number(reply.nErrors ?? 0) > 0) server.sessions.abort(session);
    return reply;
  } catch (error) {
    server.sessions.abort(session);
    throw error;
  }
}

/** One member cannot satisfy more; the write is done nevertheless, as in MongoDB. */
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

async function finish(call: Call, command: Command, before: (reply: Reply) => void = () => {}): Promise<Reply> {
  const { queue } = call.server.store;
  const { lastFailure } = queue;
  const reply = await command.run(call);
  // A commit has waited for its own batch already.
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
