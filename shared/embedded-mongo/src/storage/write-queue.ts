import { MongoError } from '../errors.ts';
import { Boundary } from './boundary.ts';
import { type Connection, storageError } from './connection.ts';
import { Checkpoints } from './log/checkpoints.ts';
import { LogSync } from './log/sync.ts';
import { Reserve } from './reserve.ts';
import { Waiters } from './waiters.ts';

/** A batch that has grown to this is committed before the next command writes. */
const batchBytesMax = 4 * 1024 * 1024;

/**
 * Group commit. All writes of one turn of the event loop, or of the time that a sync of the log takes, share a SQLite
 * transaction; the log is then synced once, outside the main thread, and only then are the writers answered.
 */
export class WriteQueue {
  private readonly connection: Connection;
  private isOpen = false;
  /** Something has been written in the open batch. */
  private isChanged = false;
  private isSyncing = false;
  private isPaused = false;
  readonly log: LogSync;
  readonly checkpoints: Checkpoints;
  readonly reserve: Reserve;
  private readonly batch = new Waiters();
  private batchBytes = 0;
  private readonly boundary = new Boundary();
  private readonly committed = new Waiters();
  private unsynced = false;
  private isClosed = false;
  private broken: Error | undefined;
  /** Why a batch was last rolled back; a client that wrote before and after that has lost something. */
  lastFailure: Error | undefined;
  /** Called when nothing can be written any more. */
  onBroken: (error: Error) => void = () => {};
  /** Called when a batch had to be rolled back, so that what is kept in memory is read again. */
  onRollback: (error: Error) => void = () => {};

  constructor(connection: Connection, file: string) {
    this.connection = connection;
    this.log = new LogSync(file);
    this.reserve = new Reserve(connection, file);
    this.checkpoints = new Checkpoints(connection, file, this.log, () => this.commit());
  }

  /** What a command that is going to write waits for first; undefined when it may do so at once. */
  get gate(): Promise<void> | undefined {
    if (this.batchBytes > batchBytesMax) this.commit();
    return this.checkpoints.writers.opened;
  }

  async pass(): Promise<void> {
    for (let { gate } = this; gate; gate = this.gate) await gate;
  }

  /** Runs the work, which must not write, at a moment in which everything written before is committed. */
  betweenBatches<T>(work: () => T): Promise<T> {
    return this.boundary.run(work, this.isOpen);
  }

  /** Leaves nothing of what was deleted or overwritten in the log. */
  emptyLog(): Promise<void> {
    return this.checkpoints.empty();
  }

  /**
   * Every write passes here, with about how much it adds to the log. After a failure in the middle of one nothing of the
   * batch remains, of nobody's.
   */
  write<T>(bytes: number, work: () => T): T {
    this.open(bytes);
    this.isChanged = true;
    try {
      return work();
    } catch (error) {
      const failure = storageError(error as Error);
      this.rollBack(failure);
      throw failure;
    }
  }

  /** Begins a batch. For one who is going to write: what is looked up before that then needs no lock of its own. */
  open(bytes = 0): void {
    if (this.broken) throw this.broken;
    this.batchBytes += bytes;
    if (this.isOpen) return;
    this.connection.run('BEGIN IMMEDIATE');
    this.isOpen = true;
    if (!this.isSyncing) this.commitSoon();
  }

  private commitSoon(): void {
    setImmediate(() => this.commit());
  }

  /** Resolves when everything written so far would survive a loss of power. */
  durable(): Promise<void> {
    if (this.broken) return Promise.reject(this.broken);
    if (this.isOpen) return this.batch.wait();
    if (!this.unsynced && !this.isSyncing) return Promise.resolve();
    const synced = this.committed.wait();
    this.unsynced = true;
    this.sync();
    return synced;
  }

  /** While the work runs no batch ends: what others see of the database is the state of this moment. */
  async withoutCommits<T>(work: () => Promise<T>): Promise<T> {
    this.commit();
    this.isPaused = true;
    try {
      return await work();
    } finally {
      this.isPaused = false;
      if (this.isOpen) this.commitSoon();
    }
  }

  /** Ends the batch now; false when there is none. */
  commit(): boolean {
    if (!this.isOpen || this.isPaused) return false;
    try {
      this.connection.run('COMMIT');
    } catch (error) {
      this.rollBack(storageError(error as Error));
      return true;
    }
    const { isChanged } = this;
    this.ended();
    this.committed.join(this.batch);
    const isIdle = !this.unsynced && !this.isSyncing;
    this.unsynced ||= isChanged || this.committed.count > 0;
    this.boundary.reach();
    if (isIdle && !isChanged) {
      // Nothing was written, now or before, that is not durable.
      this.unsynced = false;
      this.committed.settle(null);
      return true;
    }
    this.checkpoints.committed();
    this.sync();
    return true;
  }

  private ended(): void {
    this.isOpen = false;
    this.isChanged = false;
    this.batchBytes = 0;
  }

  private rollBack(error: Error): void {
    if (!this.isOpen) return;
    this.ended();
    this.lastFailure = error;
    const waiters = this.batch.take();
    try {
      this.connection.run('ROLLBACK');
    } catch {
      // SQLite has already rolled back by itself, for example when the disk is full.
    }
    if (error instanceof MongoError && this.reserve.spend()) this.checkpoints.makeRoom();
    this.onRollback(error);
    waiters.settle(error);
    this.boundary.reach();
  }

  private sync(): void {
    if (this.isSyncing || !this.unsynced || this.isClosed || this.broken) return;
    this.isSyncing = true;
    this.unsynced = false;
    const waiters = this.committed.take();
    const finish = (error: Error | null) => {
      this.isSyncing = false;
      if (error) this.giveUp(error);
      waiters.settle(error);
      if (this.isOpen) this.commitSoon();
      else this.sync();
    };
    this.log.run(this.checkpoints.isRunning, this.checkpoints.frames, finish);
  }

  /** What a failed sync has lost may be anything since the last good one, and the next one would not tell. */
  private giveUp(error: Error): void {
    this.broken = new Error(`the log cannot be made durable (${error.message}); restart the server`);
    this.committed.settle(this.broken);
    this.rollBack(this.broken);
    this.onBroken(this.broken);
  }

  async close(): Promise<void> {
    this.commit();
    if (!this.broken) await this.durable();
    this.isClosed = true;
    await this.checkpoints.close();
  }
}
