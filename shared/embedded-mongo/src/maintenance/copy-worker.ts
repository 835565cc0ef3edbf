import { closeSync, fdatasyncSync, openSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { defaultSocket, socketUri } from '../network/socket-path.ts';
import { Server } from '../server.ts';
import type { CopyMessage } from '../storage/copy/copy-message.ts';
import { databaseFile } from '../storage/data-folder.ts';

/** About a megabyte: what is written at once, and what a sync of the log may have to wait for. */
const pagesPerStep = 256;
/** After each step others have the disk for as long as the step took, but no longer than this. */
const restMsMax = 20;
/** A copy that nobody reads any more is removed after this time. */
const idleMsMax = 60_000;
const idleCheckMs = 1_000;
/** Clients of the store come first. */
const niceness = 10;

/** Copies the database as it is at one moment, and serves the copy until nobody reads it any more. */
const { file, folder } = workerData as { file: string; folder: string };
const sleeper = new Int32Array(new SharedArrayBuffer(4));
const source = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
let server: Server | undefined;

function tell(message: CopyMessage): void {
  parentPort!.postMessage(message);
}

function lowerPriority(): void {
  try {
    // Of this thread alone, on Linux.
    if (process.platform === 'linux') setPriority(0, niceness);
  } catch {
    // Not allowed here; it is a courtesy.
  }
}

async function copy(): Promise<void> {
  const target = join(folder, databaseFile);
  let stepAt = performance.now();
  let descriptor: number | undefined;
  const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) => {
    // A little at a time: a sync of a whole gigabyte would hold up the log's.
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
  tell({ kind: 'ended' });
  process.exit(0);
}

parentPort!.on('message', async (task: 'take' | 'end') => {
  if (task === 'end') return end();
  source.exec('BEGIN');
  source.prepare('SELECT count(*) FROM sqlite_schema').get();
  tell({ kind: 'taken' });
  await copy();
  tell({ kind: 'copied' });
  await serve();
});
lowerPriority();
tell({ kind: 'ready' });
