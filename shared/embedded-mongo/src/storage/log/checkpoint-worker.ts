import { fdatasyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { UnusedBytes } from '../unused-bytes.ts';
import { pagesOfFrames, readSalts } from './scan.ts';

const restBetweenSweepsMs = 10;

/** Moves committed pages from the log to the database file, outside the thread that serves clients. */
const { file, pageBytes } = workerData as { file: string; pageBytes: number };
const database = new DatabaseSync(file, { timeout: 0 });
database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2048');
const reader = new DatabaseSync(file, { timeout: 0, readOnly: true });
const descriptor = openSync(file, 'r+');
const log = openSync(`${file}-wal`, 'r');
const unused = new UnusedBytes(descriptor, pageBytes);
/** Identifies the log, and the frames of it that have been processed. */
const done = { salts: '', frames: 0 };

function checkpoint(mode: string): { log: number; checkpointed: number } {
  return database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { log: number; checkpointed: number };
}

function clearUnused(framesMoved: number): void {
  const salts = readSalts(log).join();
  const from = salts === done.salts ? done.frames : 0;
  if (framesMoved > from) unused.clear(pagesOfFrames(log, pageBytes, from, framesMoved));
  Object.assign(done, { salts, frames: Math.max(from, framesMoved) });
}

/**
 * An open read transaction prevents the log from restarting, so the moved pages can still be found in it. SQLite syncs
 * the file only after reaching the end of the log. Syncing here leaves little for that.
 */
function move(): void {
  reader.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
  try {
    const { log: frames, checkpointed } = checkpoint('PASSIVE');
    clearUnused(checkpointed);
    if (frames !== checkpointed) fdatasyncSync(descriptor);
  } finally {
    reader.exec('COMMIT');
  }
}

function truncate(): void {
  move();
  fdatasyncSync(descriptor);
  checkpoint('TRUNCATE');
}

/** Runs once after a start, for pages left by an earlier version or a killed server. Stops at an unreadable file. */
function sweep(from: number): void {
  let next: number | undefined;
  try {
    next = unused.clearSome(from);
  } catch {
    return;
  }
  if (next !== undefined) setTimeout(sweep, restBetweenSweepsMs, next);
}

parentPort!.on('message', (task: 'move' | 'truncate') => {
  try {
    if (task === 'truncate') truncate();
    else move();
    parentPort!.postMessage(undefined);
  } catch (error) {
    parentPort!.postMessage((error as Error).message);
  }
});
sweep(1);
