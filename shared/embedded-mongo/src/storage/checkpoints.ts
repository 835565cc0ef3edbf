import { Worker } from 'node:worker_threads';
import type { Connection } from './connection.ts';

const checkpointAfterBytes = 8 * 1024 * 1024;
/** So little may be written while the background works that the log counts as finished. */
const finishBelowBytes = 256 * 1024;
const roundsMax = 6;

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
    worker.on('message', () => this.finished());
    worker.on('error', () => {
      this.worker = undefined;
      this.isRunning = false;
    });
    return worker;
  }

  /** Under steady load the background never reaches the end of the log; the writer then finishes it itself. */
  private finished(): void {
    if (this.isClosed) return;
    this.isRunning = false;
    if (this.loggedBytes <= finishBelowBytes) {
      this.rounds = 0;
    } else if (++this.rounds < roundsMax) {
      this.loggedBytes = checkpointAfterBytes;
      this.startIfLarge();
    } else if (this.mayUseConnection()) {
      this.rounds = 0;
      this.loggedBytes = 0;
      this.connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
  }
}
