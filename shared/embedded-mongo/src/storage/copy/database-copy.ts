import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoError } from '../../errors.ts';
import { freeBytesAt } from '../log/state.ts';
import type { Store } from '../store.ts';
import type { CopyMessage } from './copy-message.ts';

export const copyFolder = '.backup';
const copyWorker = fileURLToPath(new URL('../../maintenance/copy-worker.ts', import.meta.url));
const megabyte = 1024 * 1024;
/** Space beyond the copy itself, for the log, which grows during the copy. */
const spareBytesMin = 64 * megabyte;
/** Share of the remaining free space that the log can use. */
const shareOfFree = 0.5;

export type CopyState = 'copying' | 'serving' | 'failed' | 'ended';

/**
 * A copy of the whole database as of one moment. A separate process copies it page by page while clients write, and then
 * serves it. The copy holds the log only until all pages are copied, whatever is written meanwhile. Reading the copy
 * does not hold the log.
 */
export class DatabaseCopy {
  private readonly store: Store;
  private readonly folder: string;
  private readonly worker: ChildProcess;
  private readonly reached = new Map<CopyMessage['kind'], PromiseWithResolvers<void>>();
  private isHolding = false;
  state: CopyState = 'copying';
  problem: string | undefined;
  copiedPages = 0;
  totalPages = 0;
  uri: string | undefined;
  at: Date | undefined;

  private constructor(store: Store) {
    this.store = store;
    this.folder = join(dirname(store.file), copyFolder);
    removeCopy(dirname(store.file));
    mkdirSync(this.folder, { mode: 0o700 });
    // Without the options of this process, whose modules belong to the part that it is.
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const options: ForkOptions = { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] };
    this.worker = fork(copyWorker, [store.file, this.folder], options);
    this.worker.unref();
    this.worker.channel?.unref();
    this.worker.on('message', (message: CopyMessage) => this.receive(message));
    this.worker.on('error', (error: Error) => this.fail(error.message));
    this.worker.on('exit', () => this.fail('its process has ended'));
  }

  /** Begins a copy. Resolves when its moment is captured, and fails immediately if the disk has no room for it. */
  static async begin(store: Store, now: () => Date): Promise<DatabaseCopy> {
    const [free, size] = [freeBytesAt(store.file), store.sizeBytes];
    if (free < size + spareBytesMin) throw noRoom(size + spareBytesMin, free);
    const copy = new DatabaseCopy(store);
    try {
      await copy.until('ready');
      await copy.takeMoment(now, (free - size) * shareOfFree);
      return copy;
    } catch (error) {
      await copy.end();
      throw error;
    }
  }

  private async takeMoment(now: () => Date, logBytesMax: number): Promise<void> {
    const { queue } = this.store;
    this.isHolding = true;
    const megabytes = Math.round(logBytesMax / megabyte);
    const reason = `so much was written meanwhile that the log would have taken more than ${megabytes} MB of the disk`;
    const onTooLarge = () => void this.end(reason);
    await queue.checkpoints.hold({ endBytes: logBytesMax, onTooLarge });
    await queue.withoutCommits(async () => {
      this.worker.send('take');
      await this.until('taken');
      this.at = now();
    });
  }

  private until(kind: CopyMessage['kind']): Promise<void> {
    if (this.state === 'failed') return Promise.reject(this.failure());
    const waiting = this.reached.get(kind) ?? Promise.withResolvers<void>();
    this.reached.set(kind, waiting);
    return waiting.promise;
  }

  private receive(message: CopyMessage): void {
    if (message.kind === 'progress') {
      this.copiedPages = message.copiedPages;
      this.totalPages = message.totalPages;
    }
    if (message.kind === 'copied') this.releaseLog();
    if (message.kind === 'serving') {
      this.uri = message.uri;
      this.state = 'serving';
    }
    if (message.kind === 'ended') this.state = 'ended';
    this.reached.get(message.kind)?.resolve();
  }

  private failure(): MongoError {
    return new MongoError(125, `the copy for a backup was given up: ${this.problem}`);
  }

  private fail(problem: string): void {
    this.releaseLog();
    if (this.state === 'ended' || this.state === 'failed') return;
    this.state = 'failed';
    this.problem = problem;
    for (const waiting of this.reached.values()) {
      // Prevents an unhandled rejection if no one is waiting.
      waiting.promise.catch(() => {});
      waiting.reject(this.failure());
    }
  }

  private releaseLog(): void {
    if (!this.isHolding) return;
    this.isHolding = false;
    this.store.queue.checkpoints.release();
  }

  /** Stops the copy or its service and removes it. If a problem is given, the copy counts as failed. */
  async end(problem?: string): Promise<void> {
    if (problem !== undefined) this.fail(problem);
    else if (this.state !== 'failed') this.state = 'ended';
    if (this.worker.exitCode === null && this.worker.signalCode === null) {
      const ended = once(this.worker, 'exit');
      this.worker.kill('SIGKILL');
      await ended;
    }
    this.releaseLog();
    // Not synchronously, because removing a gigabyte takes long enough for clients to notice.
    await rm(this.folder, { recursive: true, force: true });
  }
}

function noRoom(needed: number, free: number): MongoError {
  const [neededMb, freeMb] = [needed, free].map((bytes) => Math.ceil(bytes / megabyte));
  return new MongoError(14031, `a backup needs ${neededMb} MB of free disk beside the data, and ${freeMb} MB are free`);
}

/** Also removes the copy of a killed server. */
export function removeCopy(path: string): void {
  rmSync(join(path, copyFolder), { recursive: true, force: true });
}
