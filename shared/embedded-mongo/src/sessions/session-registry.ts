import type { Binary } from 'bson';
import { type Document, isDocument } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { outcomeLifetimeMs as sessionLifetimeMs } from '../storage/outcomes.ts';
import type { Store } from '../storage/store.ts';
import type { Client } from './client.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionManager } from './transaction-manager.ts';

export const transactionLifetimeMs = 60_000;

export interface Session {
  id: Buffer;
  transactionNumber: number;
  state: 'none' | 'open' | 'committed' | 'aborted';
  transaction: Transaction | undefined;
  client: Client | undefined;
  startedAt: number;
  usedAt: number;
  /** The running command of this session. A retry waits until it ends. */
  running: Promise<unknown>;
  /** The lock that made its last transaction fail. */
  contested?: string | undefined;
}

/**
 * Logical sessions with their transactions and stored outcomes. A retried write gets its stored outcome instead of
 * running again.
 */
export class SessionRegistry {
  private readonly store: Store;
  private readonly transactions: TransactionManager;
  private readonly sessions = new Map<string, Session>();

  private readonly now: () => Date;

  constructor(store: Store, transactions: TransactionManager, now: () => Date) {
    this.store = store;
    this.now = now;
    this.transactions = transactions;
  }

  get count(): number {
    return this.sessions.size;
  }

  get(lsid: unknown): Session | undefined {
    if (!isDocument(lsid as Document)) return undefined;
    const binary = (lsid as Document).id as Binary | undefined;
    if (binary?._bsontype !== 'Binary' || binary.position !== 16) throw new MongoError(9, 'lsid.id must be a UUID');
    const id = Buffer.from(binary.buffer.subarray(0, 16));
    const name = id.toString('latin1');
    let session = this.sessions.get(name);
    if (!session) {
      session = {
        id,
        transactionNumber: -1,
        state: 'none',
        transaction: undefined,
        client: undefined,
        startedAt: 0,
        usedAt: 0,
        running: Promise.resolve(),
      };
      this.sessions.set(name, session);
    }
    session.usedAt = this.now().getTime();
    return session;
  }

  async begin(session: Session, number: number, client: Client): Promise<Transaction> {
    if (number < session.transactionNumber) throw tooOld(session, number);
    if (number === session.transactionNumber && session.state !== 'none') {
      throw new MongoError(251, `Cannot start a transaction at transaction number ${number}: it was used before`);
    }
    this.abort(session);
    session.transactionNumber = number;
    session.state = 'open';
    session.startedAt = this.now().getTime();
    session.client = client;
    const transaction = await this.transactions.start();
    session.transaction = transaction;
    if (client.isClosed) this.abort(session);
    return transaction;
  }

  /** The session's transaction with this number, which must be open. */
  current(session: Session, number: number): Transaction {
    if (number === session.transactionNumber && session.state === 'committed') {
      throw new MongoError(256, `Transaction ${number} has been committed.`);
    }
    const { transaction } = session;
    if (number !== session.transactionNumber || !transaction) throw noSuchTransaction(number);
    if (transaction.endedBy) throw transaction.endedBy;
    return transaction;
  }

  async commit(session: Session, number: number): Promise<void> {
    if (this.wasCommitted(session, number)) return this.store.queue.durable();
    const transaction = this.current(session, number);
    session.transaction = undefined;
    session.state = 'aborted';
    if (transaction.overlay.size + transaction.created.size > 0) {
      this.transactions.commit(transaction, () => this.remember(session, number, { committed: true }));
    } else {
      this.transactions.release(transaction);
    }
    await this.store.queue.durable();
    session.state = 'committed';
  }

  private wasCommitted(session: Session, number: number): boolean {
    if (session.transactionNumber === number) return session.state === 'committed';
    return this.outcomeOf(session, number)?.committed === true;
  }

  abort(session: Session): void {
    if (!session.transaction) return;
    session.contested = session.transaction.contested;
    this.transactions.release(session.transaction);
    session.transaction = undefined;
    session.state = 'aborted';
  }

  /** The stored outcome of a retryable write. Undefined if the number is new. */
  outcomeOf(session: Session, number: number): Document | undefined {
    const found = this.store.outcomes.find(session.id);
    if (!found || found.number < number) return undefined;
    if (found.number > number) throw tooOld({ transactionNumber: found.number }, number);
    return found.outcome;
  }

  remember(session: Session, number: number, outcome: Document): void {
    this.store.outcomes.remember({ session: session.id, number }, outcome);
  }

  ids(): Buffer[] {
    return [...this.sessions.values()].map((session) => session.id);
  }

  end(lsid: unknown): void {
    const session = this.get(lsid);
    if (!session) return;
    this.abort(session);
    this.sessions.delete(session.id.toString('latin1'));
  }

  /** A disconnected client can no longer commit, so its locks are released. */
  connectionClosed(client: Client): void {
    for (const session of this.sessions.values()) if (session.client === client) this.abort(session);
  }

  expire(): void {
    const now = this.now().getTime();
    for (const [name, session] of this.sessions) {
      if (session.transaction && now - session.startedAt > transactionLifetimeMs) this.abort(session);
      if (now - session.usedAt > sessionLifetimeMs) {
        this.abort(session);
        this.sessions.delete(name);
      }
    }
    this.store.outcomes.expire();
  }

  abortAll(): void {
    for (const session of this.sessions.values()) this.abort(session);
  }
}

export function noSuchTransaction(number: number): MongoError {
  return new MongoError(251, `Given transaction number ${number} does not match any in-progress transactions.`, {}, [
    'TransientTransactionError',
  ]);
}

function tooOld(session: { transactionNumber: number }, number: number): MongoError {
  return new MongoError(
    225,
    `Cannot start transaction ${number} because a newer transaction ${session.transactionNumber} has already started.`,
  );
}
