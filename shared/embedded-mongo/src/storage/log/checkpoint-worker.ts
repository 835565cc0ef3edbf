import { fdatasyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { UnusedBytes } from '../unused-bytes.ts';
import { pagesOfFrames, readSalts } from './scan.ts';

const restBetweenSweepsMs = 10;

/** Moves committed pages from the log into the database file, away from the thread that serves clients. */
const { file, pageBytes } = workerData as { file: string; pageBytes: number };
const database = new DatabaseSync(file, { timeout: 0 });
database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2048');
const reader = new DatabaseSync(file, { timeout: 0, readOnly: true });
const descriptor = openSync(file, 'r+');
const log = openSync(`${file}-wal`, 'r');
const unused = new UnusedBytes(descriptor, pageBytes);
/** Which frames of which log have been seen to. */
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
 * While the reader reads, the log does not begin again, so that the pages that were moved can be found in it. SQLite syncs
 * the file only when it has reached the end of the log; done here, that leaves it little to sync.
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

/** Once after a start, for what an earlier version or a killed server has left; a file that cannot be read ends it. */
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
