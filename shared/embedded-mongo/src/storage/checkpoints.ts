import { Worker } from 'node:worker_threads';
import type { Connection } from './connection.ts';

const checkpointAfterBytes = 8 * 1024 * 1024;
/** So little may be written while the background works that the log counts as finished. */
const finishBelowBytes = 256 * 1024;
const roundsMax = 6;
/** A log of so many pages begins anew at the next moment in which no snapshot needs it. */
const pagesMax = 8_192;
/** When it has become this long nevertheless, new snapshots wait for the open ones to end. */
const pagesTooMany = 4 * pagesMax;

/** Keeps the log small: moves it into the database file from a thread of its own. */
export class Checkpoints {
  /** About how much the log holds since the last checkpoint began. */
  loggedBytes = 0;
  private readonly connection: Connection;
  private readonly file: string;
  private readonly mayUseConnection: () => boolean;
  private worker: Worker | undefined;
  private isRunning = false;
  private isClosed = false;
  private rounds = 0;
  private pages = 0;

  constructor(connection: Connection, file: string, mayUseConnection: () => boolean) {
    this.connection = connection;
    this.file = file;
    this.mayUseConnection = mayUseConnection;
  }

  startIfLarge(): void {
    if (this.isRunning || this.isClosed || this.loggedBytes < checkpointAfterBytes) return;
    this.isRunning = true;
    this.loggedBytes = 0;
    this.worker ??= this.startWorker();
    this.worker.postMessage('checkpoint');
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: { file: this.file } });
    worker.unref();
    worker.on('message', (pages: number) => this.finished(pages));
    worker.on('error', () => {
      this.worker = undefined;
      this.isRunning = false;
    });
    return worker;
  }

  /** Under steady load the background never reaches the end of the log; the writer then finishes it itself. */
  private finished(pages: number): void {
    if (this.isClosed) return;
    this.isRunning = false;
    this.pages = pages;
    if (this.loggedBytes <= finishBelowBytes) {
      this.rounds = 0;
    } else if (++this.rounds < roundsMax) {
      this.loggedBytes = checkpointAfterBytes;
      this.startIfLarge();
    } else if (this.mayUseConnection()) {
      this.finishHere();
    }
  }

  get isTooLarge(): boolean {
    return this.pages > pagesTooMany;
  }

  /**
   * Call when no snapshot and no batch is open. SQLite writes the log from its beginning again only when all of it is in
   * the database file and nobody reads from it, which under steady transactions would never happen by itself.
   */
  restartIfLarge(): void {
    if (this.pages > pagesMax) this.finishHere();
  }

  private finishHere(): void {
    this.rounds = 0;
    this.pages = 0;
    this.loggedBytes = 0;
    try {
      this.connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // The disk is full: the log stays, with everything in it.
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
  }
}
