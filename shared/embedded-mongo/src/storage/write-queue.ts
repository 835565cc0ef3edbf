import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { MongoError } from '../errors.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Connection } from './connection.ts';

/** A disk that syncs faster than this is waited for; a slower one is left to another thread. */
const quickSyncMs = 0.6;
/** How often a slow disk is tried again. */
const probeEvery = 256;

const sqliteFull = 13;

/** What a client can do something about gets MongoDB's code. */
function storageError(error: Error & { errcode?: number }): Error {
  return error.errcode === sqliteFull ? new MongoError(14031, `the disk is full (${error.message})`) : error;
}

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/**
 * Group commit. All writes of one turn of the event loop share a SQLite transaction; the log is then synced once, outside
 * the main thread, for every commit that happened before, and only then are the writers answered.
 */
export class WriteQueue {
  private readonly connection: Connection;
  private readonly file: string;
  private isOpen = false;
  private isSyncing = false;
  private log: number | undefined;
  private readonly checkpoints: Checkpoints;
  private batch: Waiter[] = [];
  private committed: Waiter[] = [];
  private unsynced = false;
  private isClosed = false;
  private syncMs = 0;
  private syncs = 0;
  private broken: Error | undefined;
  /** Why a batch was last rolled back; whoever has written before and after that has lost something. */
  lastFailure: Error | undefined;
  /** Told when nothing can be written any more. */
  onBroken: (error: Error) => void = () => {};
  /** Told when a batch had to be rolled back, so that what is kept in memory is read again. */
  onRollback: (error: Error) => void = () => {};

  constructor(connection: Connection, file: string) {
    this.connection = connection;
    this.file = file;
    this.checkpoints = new Checkpoints(connection, file, () => !this.isOpen);
  }

  /**
   * Every write passes here, with about how much it adds to the log. After a failure in the middle of one nothing of the
   * batch remains, of nobody's.
   */
  write<T>(bytes: number, work: () => T): T {
    this.begin(bytes);
    try {
      return work();
    } catch (error) {
      const failure = storageError(error as Error);
      this.rollBack(failure);
      throw failure;
    }
  }

  private begin(bytes: number): void {
    if (this.broken) throw this.broken;
    this.checkpoints.loggedBytes += bytes;
    if (this.isOpen) return;
    this.connection.exec('BEGIN IMMEDIATE');
    this.isOpen = true;
    setImmediate(() => this.commit());
  }

  /** Resolves when everything written so far would survive a loss of power. */
  durable(): Promise<void> {
    if (this.broken) return Promise.reject(this.broken);
    if (this.isOpen) return new Promise((resolve, reject) => this.batch.push({ resolve, reject }));
    if (!this.unsynced && !this.isSyncing) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.committed.push({ resolve, reject });
      this.unsynced = true;
      this.sync();
    });
  }

  /** Ends the batch now, so that a snapshot taken next sees it. */
  commit(): void {
    if (!this.isOpen) return;
    try {
      this.connection.exec('COMMIT');
    } catch (error) {
      this.rollBack(storageError(error as Error));
      return;
    }
    this.isOpen = false;
    this.committed.push(...this.batch);
    this.batch = [];
    this.unsynced = true;
    this.sync();
  }

  get isLogTooLarge(): boolean {
    return this.checkpoints.isTooLarge;
  }

  /** Ends the batch in a moment without snapshots, in which the log can begin anew. */
  commitAlone(): void {
    this.commit();
    if (!this.isOpen && !this.broken) this.checkpoints.restartIfLarge();
  }

  private rollBack(error: Error): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.lastFailure = error;
    const waiters = this.batch;
    this.batch = [];
    try {
      this.connection.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back by itself, for example when the disk is full.
    }
    this.onRollback(error);
    for (const waiter of waiters) waiter.reject(error);
  }

  private sync(): void {
    if (this.isSyncing || !this.unsynced || this.isClosed || this.broken) return;
    this.isSyncing = true;
    this.unsynced = false;
    const waiters = this.committed;
    this.committed = [];
    const finish = (error: Error | null) => {
      this.isSyncing = false;
      if (error) this.giveUp(error);
      for (const waiter of waiters) error ? waiter.reject(error) : waiter.resolve();
      this.sync();
      this.checkpoints.startIfLarge();
    };
    if (this.syncMs < quickSyncMs || ++this.syncs % probeEvery === 0) this.syncHere(finish);
    else fdatasync(this.logDescriptor(), finish);
  }

  /** What a failed sync has lost may be anything since the last good one, and the next one would not tell. */
  private giveUp(error: Error): void {
    this.broken = new Error(`the log cannot be made durable (${error.message}); restart the server`);
    for (const waiter of this.committed.splice(0)) waiter.reject(this.broken);
    this.rollBack(this.broken);
    this.onBroken(this.broken);
  }

  /** Handing over to a thread costs more than a quick disk takes. */
  private syncHere(finish: (error: Error | null) => void): void {
    const started = performance.now();
    try {
      fdatasyncSync(this.logDescriptor());
    } catch (error) {
      finish(error as Error);
      return;
    }
    this.syncMs += (performance.now() - started - this.syncMs) / 4;
    finish(null);
  }

  private logDescriptor(): number {
    if (this.log !== undefined) return this.log;
    this.log = openSync(`${this.file}-wal`, 'r+');
    const folder = openSync(dirname(this.file), 'r');
    fsyncSync(folder);
    closeSync(folder);
    return this.log;
  }

  async close(): Promise<void> {
    this.commit();
    if (!this.broken) await this.durable();
    this.isClosed = true;
    await this.checkpoints.close();
    if (this.log !== undefined) closeSync(this.log);
  }
}
