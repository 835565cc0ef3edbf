import { MongoError } from '../errors.ts';
import { Boundary } from './boundary.ts';
import { type Connection, storageError } from './connection.ts';
import { Checkpoints } from './log/checkpoints.ts';
import { LogSync } from './log/sync.ts';
import { Reserve } from './reserve.ts';
import { Waiters } from './waiters.ts';

/** A batch of this size is committed before the next command writes. */
const batchBytesMax = 4 * 1024 * 1024;

/**
 * Group commit. All writes of one turn of the event loop, or of the time that a sync of the log takes, share a SQLite
 * transaction. The log is then synced once, outside the main thread. The writers get their replies only after that.
 */
export class WriteQueue {
  private readonly connection: Connection;
  private isOpen = false;
  /** True if the open batch contains a write. */
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
  /** Reason for the last rollback of a batch. A client that wrote both before and after it has lost writes. */
  lastFailure: Error | undefined;
  /** Called when writes are no longer possible. */
  onBroken: (error: Error) => void = () => {};
  /** Called after the rollback of a batch, to reload the state kept in memory. */
  onRollback: (error: Error) => void = () => {};

  constructor(connection: Connection, file: string) {
    this.connection = connection;
    this.log = new LogSync(file);
    this.reserve = new Reserve(connection, file);
    this.checkpoints = new Checkpoints(connection, file, this.log, () => this.commit());
  }

  /** Promise that a command waits for before it writes. Undefined if it can write immediately. */
  get gate(): Promise<void> | undefined {
    if (this.batchBytes > batchBytesMax) this.commit();
    return this.checkpoints.writers.opened;
  }

  async pass(): Promise<void> {
    for (let { gate } = this; gate; gate = this.gate) await gate;
  }

  /** Runs work that must not write, at a moment when all earlier writes are committed. */
  betweenBatches<T>(work: () => T): Promise<T> {
    return this.boundary.run(work, this.isOpen);
  }

  /** Removes deleted and overwritten data from the log. */
  emptyLog(): Promise<void> {
    return this.checkpoints.empty();
  }

  /**
   * Entry point for every write, with its approximate size in the log. If a write fails halfway, the whole batch is
   * rolled back, including the writes of other clients.
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

  /** Begins a batch. A caller that opens it before reading needs no separate lock for the data it reads. */
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

  /** Resolves when everything written so far would survive a power loss. */
  durable(): Promise<void> {
    if (this.broken) return Promise.reject(this.broken);
    if (this.isOpen) return this.batch.wait();
    if (!this.unsynced && !this.isSyncing) return Promise.resolve();
    const synced = this.committed.wait();
    this.unsynced = true;
    this.sync();
    return synced;
  }

  /** Prevents commits while the work runs, so that others see the state of the database at its start. */
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

  /** Ends the batch now. False if none is open. */
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
      // Everything written so far is durable.
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
      // SQLite has already rolled back, for example on a full disk.
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

  /** A failed sync may have lost any write since the last successful one, and the next sync would not report it. */
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
