import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Moves committed pages from the log into the database file, away from the thread that serves clients. */
const database = new DatabaseSync((workerData as { file: string }).file, { timeout: 0 });
database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2048');

parentPort!.on('message', () => {
  const { log = 0 } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
  parentPort!.postMessage(log);
});
