import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Connection } from './connection.ts';

/** A disk that syncs faster than this is waited for; a slower one is left to another thread. */
const quickSyncMs = 0.6;
/** How often a slow disk is tried again. */
const probeEvery = 256;
/** So little may be written while the background works that the log counts as finished. */
const finishBelowBytes = 256 * 1024;
const checkpointRoundsMax = 6;
const checkpointAfterBytes = 8 * 1024 * 1024;

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
  private batch: Waiter[] = [];
  private committed: Waiter[] = [];
  private unsynced = false;
  private checkpointer: Worker | undefined;
  private isCheckpointing = false;
  private isClosed = false;
  private loggedBytes = 0;
  private checkpointRounds = 0;
  private syncMs = 0;
  private syncs = 0;
  /** Told when a batch had to be rolled back, so that what is kept in memory is read again. */
  onRollback: () => void = () => {};

  constructor(connection: Connection, file: string) {
    this.connection = connection;
    this.file = file;
  }

  /** Call before every write, with about how much it adds to the log. */
  begin(bytes: number): void {
    this.loggedBytes += bytes;
    if (this.isOpen) return;
    this.connection.exec('BEGIN IMMEDIATE');
    this.isOpen = true;
    setImmediate(() => this.commit());
  }

  /** Resolves when everything written so far would survive a loss of power. */
  durable(): Promise<void> {
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
    this.isOpen = false;
    const waiters = this.batch;
    this.batch = [];
    try {
      this.connection.exec('COMMIT');
    } catch (error) {
      this.rollBack(waiters, error as Error);
      return;
    }
    this.committed.push(...waiters);
    this.unsynced = true;
    this.sync();
  }

  /** Makes a write of the batch; after a failure in the middle of it nothing of the batch may remain. */
  attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      const waiters = this.batch;
      this.batch = [];
      this.isOpen = false;
      this.rollBack(waiters, error as Error);
      throw error;
    }
  }

  private rollBack(waiters: Waiter[], error: Error): void {
    try {
      this.connection.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back by itself, for example when the disk is full.
    }
    this.onRollback();
    for (const waiter of waiters) waiter.reject(error);
  }

  private sync(): void {
    if (this.isSyncing || !this.unsynced || this.isClosed) return;
    this.isSyncing = true;
    this.unsynced = false;
    const waiters = this.committed;
    this.committed = [];
    const finish = (error: Error | null) => {
      this.isSyncing = false;
      for (const waiter of waiters) error ? waiter.reject(error) : waiter.resolve();
      this.sync();
      this.checkpointIfLarge();
    };
    if (this.syncMs < quickSyncMs || ++this.syncs % probeEvery === 0) this.syncHere(finish);
    else fdatasync(this.logDescriptor(), finish);
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

  private checkpointIfLarge(): void {
    if (this.isCheckpointing || this.isClosed) return;
    if (this.loggedBytes < checkpointAfterBytes) return;
    this.isCheckpointing = true;
    this.loggedBytes = 0;
    this.worker().postMessage('checkpoint');
  }

  private worker(): Worker {
    if (this.checkpointer) return this.checkpointer;
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: { file: this.file } });
    worker.unref();
    worker.on('message', () => this.checkpointed());
    worker.on('error', () => {
      this.checkpointer = undefined;
      this.isCheckpointing = false;
    });
    this.checkpointer = worker;
    return worker;
  }

  /** Under steady load the background never reaches the end of the log; the writer then finishes it itself. */
  private checkpointed(): void {
    if (this.isClosed) return;
    this.isCheckpointing = false;
    if (this.loggedBytes <= finishBelowBytes) {
      this.checkpointRounds = 0;
    } else if (++this.checkpointRounds < checkpointRoundsMax) {
      this.loggedBytes = checkpointAfterBytes;
      this.checkpointIfLarge();
    } else if (!this.isOpen) {
      this.checkpointRounds = 0;
      this.loggedBytes = 0;
      this.connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
    }
  }

  async close(): Promise<void> {
    this.commit();
    await this.durable();
    this.isClosed = true;
    await this.checkpointer?.terminate();
    if (this.log !== undefined) closeSync(this.log);
  }
}
