import type { Binary } from 'bson';
import { asBuffer, decodeDocument } from '../bson/decode.ts';
import { encodeDocument } from '../bson/encode.ts';
import { type Document, isDocument } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Store } from '../storage/store.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionManager } from './transaction-manager.ts';

export const transactionLifetimeMs = 60_000;
const sessionLifetimeMs = 30 * 60_000;
const retryBytes = 300;

export interface Session {
  id: Buffer;
  transactionNumber: number;
  state: 'none' | 'open' | 'committed' | 'aborted';
  transaction: Transaction | undefined;
  connection: Connection | undefined;
  startedAt: number;
  usedAt: number;
  /** The command of this session that runs now; a repeated one waits for it. */
  running: Promise<unknown>;
  /** The lock over which its last transaction was refused. */
  contested?: string | undefined;
}

/** Logical sessions: their transactions, and the stored outcomes by which a repeated write is answered, not repeated. */
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
        connection: undefined,
        startedAt: 0,
        usedAt: 0,
        running: Promise.resolve(),
      };
      this.sessions.set(name, session);
    }
    session.usedAt = this.now().getTime();
    return session;
  }

  begin(session: Session, number: number, connection: Connection): Transaction {
    if (number < session.transactionNumber) throw tooOld(session, number);
    if (number === session.transactionNumber && session.state !== 'none') {
      throw new MongoError(251, `Cannot start a transaction at transaction number ${number}: it was used before`);
    }
    this.abort(session);
    session.transactionNumber = number;
    session.state = 'open';
    session.startedAt = this.now().getTime();
    session.connection = connection;
    session.transaction = this.transactions.start();
    return session.transaction;
  }

  /** The session's transaction of that number, which must be open. */
  current(session: Session, number: number): Transaction {
    if (number === session.transactionNumber && session.state === 'committed') {
      throw new MongoError(256, `Transaction ${number} has been committed.`);
    }
    if (number !== session.transactionNumber || !session.transaction) throw noSuchTransaction(number);
    return session.transaction;
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

  /** The stored outcome of a retryable write; undefined when this number is new. */
  outcomeOf(session: Session, number: number): Document | undefined {
    const row = this.store.writer.get<[number, Uint8Array]>(
      'SELECT number, outcome FROM retries WHERE session = ?',
      session.id,
    );
    if (!row || row[0] < number) return undefined;
    if (row[0] > number) throw tooOld({ transactionNumber: row[0] }, number);
    return decodeDocument(asBuffer(row[1]));
  }

  /** Goes into the same batch as the write itself, so that a crash leaves both or neither. */
  remember(session: Session, number: number, outcome: Document): void {
    const sql = 'INSERT OR REPLACE INTO retries (session, number, at, outcome) VALUES (?, ?, ?, ?)';
    const bytes = encodeDocument(outcome);
    this.store.queue.write(retryBytes, () =>
      this.store.writer.run(sql, session.id, number, this.now().getTime(), bytes),
    );
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

  /** A client that is gone cannot commit any more; what it has locked is set free. */
  connectionClosed(connection: Connection): void {
    for (const session of this.sessions.values()) if (session.connection === connection) this.abort(session);
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
    this.forgetOutcomes(now);
  }

  private lastForgotten = 0;

  private forgetOutcomes(now: number): void {
    if (now - this.lastForgotten < sessionLifetimeMs / 10) return;
    this.lastForgotten = now;
    const sql = 'DELETE FROM retries WHERE at < ?';
    this.store.queue.write(retryBytes, () => this.store.writer.run(sql, now - sessionLifetimeMs));
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
