import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { AppError } from '../../errors/errors.ts';
import { stillWanted } from './guarding-store-watch.ts';
import { OpenTransaction, type PendingWrite, runInTransaction, waitingMax, writeAll } from './open-transaction.ts';
import { countConflict, enter, inTransaction, leave, transactionOptions } from './transaction.ts';

const reads: readonly unknown[] = ['find', 'findOne', 'countDocuments', 'distinct'];

/** Maximum attempts of conflicting work before it gets a transaction of its own. */
const attemptsMax = 3;

/** Maximum commit attempts while transactions of other processes change the same documents. */
const commitsMax = 5;
const pauseMaxMs = 30;

/** Thrown if the work does more than read and insert. */
class Alone extends Error {}

/** Thrown if an insert conflicts with a record that the work did not see. */
class Again extends Error {}

/** Work that first reads and then inserts. */
class SharedTransaction extends OpenTransaction {
  readonly isShared = true;

  async before(operation?: string): Promise<void> {
    if (!reads.includes(operation) || this.waiting.length > 0) throw new Alone(`${operation} of shared work`);
  }

  get writes(): readonly PendingWrite[] {
    return this.waiting;
  }
}

/**
 * For work that reads and then inserts under unique indexes. Reads run outside of transactions, and concurrent inserts
 * are committed together in one transaction. On a conflict, all of the work is retried. Work that does more than that,
 * or is rejected, runs in `inTransaction`, so it can run several times. Do not nest.
 */
export async function inSharedTransaction<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      return await once(work);
    } catch (error) {
      // Reads come from several points in time. A rejection counts only on one snapshot, as in the transaction below.
      if (error instanceof Alone || error instanceof AppError) break;
      if (!(error instanceof Again)) throw error;
      countConflict();
    }
  }
  return inTransaction(work);
}

async function once<T>(work: () => Promise<T>): Promise<T> {
  const shared = new SharedTransaction();
  const result = await runInTransaction(shared, work);
  shared.close();
  if (shared.writes.length > 0) await commitWithOthers(shared.writes);
  shared.committed();
  return result;
}

interface Member {
  writes: readonly PendingWrite[];
  isWanted(): boolean;
  done: PromiseWithResolvers<void>;
}

let waiting: Member[] = [];
let isCommitting = false;

function commitWithOthers(writes: readonly PendingWrite[]): Promise<void> {
  const done = Promise.withResolvers<void>();
  waiting.push({ writes, isWanted: stillWanted(), done });
  if (!isCommitting) void commitWaiting();
  return done.promise;
}

async function commitWaiting(): Promise<void> {
  isCommitting = true;
  while (waiting.length > 0) {
    await endOfTurn();
    const { members, met } = takeSome();
    try {
      await commit(members);
      for (const { done } of members) done.resolve();
    } catch (error) {
      for (const { done } of members) done.reject(error);
    }
    for (const { done } of met) done.reject(new Again('met another one of the same moment'));
  }
  isCommitting = false;
}

/**
 * Takes the longest waiting members that fit into one command, and those that conflict with another member's insert.
 */
function takeSome(): { members: Member[]; met: Member[] } {
  const members: Member[] = [];
  const met: Member[] = [];
  const taken = new Set<string>();
  let count = 0;
  for (const member of waiting) {
    if (members.length > 0 && count + member.writes.length > waitingMax) break;
    const keys = member.writes.flatMap((write) => ('keys' in write ? write.keys : []));
    if (keys.some((key) => taken.has(key))) {
      met.push(member);
      continue;
    }
    for (const key of keys) taken.add(key);
    count += member.writes.length;
    members.push(member);
  }
  waiting = waiting.slice(members.length + met.length);
  return { members, met };
}

/** True for a conflict with another open transaction. The reads are still valid for everything that depends on them. */
function isInTheWay(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel('TransientTransactionError');
}

async function commit(members: readonly Member[]): Promise<void> {
  const writes = members.flatMap((member) => member.writes);
  const changes = writes.filter((write) => 'update' in write).length;
  let attempts = 0;
  await enter();
  try {
    await mongoose.connection.transaction(async (session) => {
      attempts += 1;
      if (attempts > commitsMax) throw new Again('refused at its commit');
      if (attempts > 1) await pause(Math.random() * pauseMaxMs);
      const matched = await writeAll(writes, session).catch((cause: unknown) => {
        throw isInTheWay(cause) ? cause : new Again('not written', { cause });
      });
      if (matched < changes) throw new Again('something to change is gone');
      if (!members.every(({ isWanted }) => isWanted())) throw new Again('somebody has given up');
    }, transactionOptions);
  } finally {
    leave();
  }
}
