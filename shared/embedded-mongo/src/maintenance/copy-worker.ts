import { closeSync, fdatasyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { defaultSocket, socketUri } from '../network/socket-path.ts';
import { Server } from '../server.ts';
import type { CopyMessage } from '../storage/copy/copy-message.ts';
import { databaseFile } from '../storage/data-folder.ts';

/** About 1 MB. Limits each write, and how long a sync of the log may have to wait. */
const pagesPerStep = 256;
/**
 * Maximum pause after each step, in milliseconds. The pause is as long as the step took, so that others can use the
 * disk.
 */
const restMsMax = 20;
/** Idle time after which an unread copy is removed, in milliseconds. */
const idleMsMax = 60_000;
const idleCheckMs = 1_000;
/** Gives clients of the store priority. */
const niceness = 19;

/**
 * Copies the database as of one moment, and serves the copy until no one reads it. A process of its own: as a thread of
 * the store it would share locks of memory and threads of the engine with it, and hold them at its low priority.
 */
const [file = '', folder = ''] = process.argv.slice(2);
const sleeper = new Int32Array(new SharedArrayBuffer(4));
const source = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
let server: Server | undefined;

function tell(message: CopyMessage): void {
  process.send!(message);
}

function lowerPriority(): void {
  try {
    // On Linux, each thread has its own.
    if (process.platform === 'linux')
      for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness);
  } catch {
    // Not permitted here. The lower priority is optional.
  }
}

async function copy(): Promise<void> {
  const target = join(folder, databaseFile);
  let stepAt = performance.now();
  let descriptor: number | undefined;
  const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) => {
    // Syncs in small parts, because syncing a whole gigabyte would block syncs of the log.
    descriptor ??= openSync(target, 'r+');
    fdatasyncSync(descriptor);
    Atomics.wait(sleeper, 0, 0, Math.min(restMsMax, performance.now() - stepAt));
    stepAt = performance.now();
    tell({ kind: 'progress', copiedPages: totalPages - remainingPages, totalPages });
  };
  try {
    await backup(source, target, { rate: pagesPerStep, progress });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
    source.close();
  }
}

async function serve(): Promise<void> {
  server = new Server({ path: folder, keepsExpired: true });
  const socket = defaultSocket(folder);
  await server.listenOnSocket(socket);
  tell({ kind: 'serving', uri: socketUri(socket) });
  let usedAt = performance.now();
  setInterval(() => {
    if (server!.connections.size > 0) usedAt = performance.now();
    else if (performance.now() - usedAt > idleMsMax) void end();
  }, idleCheckMs);
}

async function end(): Promise<void> {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
  const ended: CopyMessage = { kind: 'ended' };
  process.send!(ended, () => process.exit(0));
}

process.on('disconnect', () => process.exit(0));
process.on('message', async () => {
  source.exec('BEGIN');
  source.prepare('SELECT count(*) FROM sqlite_schema').get();
  tell({ kind: 'taken' });
  // Not earlier: commits wait for the moment.
  lowerPriority();
  await copy();
  tell({ kind: 'copied' });
  await serve();
});
tell({ kind: 'ready' });
