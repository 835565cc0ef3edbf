import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Connection } from './connection.ts';

/** "OBEM", so that another program's SQLite file is never taken for ours. */
const applicationId = 0x4f42454d;
const formatVersion = 1;
const pageSize = 8192;
/** A log that was larger is cut to this when it begins anew. */
const logBytesKept = 64 * 1024 * 1024;
const cacheMegabytes = 16;

export const databaseFile = 'mongo.sqlite';
const lockFile = 'lock.sqlite';
const ownFiles = /^(mongo|lock)\.sqlite(-wal|-shm|-journal)?$/;

/** A data folder that cannot be used; the message is one line for the operator. */
export class DataFolderError extends Error {}

const schema = `
CREATE TABLE collections (
  id INTEGER PRIMARY KEY AUTOINCREMENT, database TEXT NOT NULL, name TEXT NOT NULL, specification BLOB NOT NULL,
  UNIQUE (database, name));
CREATE TABLE indexes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, name TEXT NOT NULL, specification BLOB NOT NULL,
  multikey INTEGER NOT NULL DEFAULT 0, UNIQUE (collection, name));
CREATE TABLE retries (session BLOB PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL, outcome BLOB NOT NULL)
  WITHOUT ROWID;`;

/** Held for the life of the process by an open transaction; the system releases it when the process dies. */
export function lockFolder(path: string): DatabaseSync {
  const lock = new DatabaseSync(join(path, lockFile), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    throw new DataFolderError(`the data folder ${path} is in use by another process`);
  }
}

export function ensureFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new DataFolderError(`the data folder ${path} cannot be created: ${(error as Error).message}`);
  }
  const foreign = readdirSync(path).filter((name) => !ownFiles.test(name) && !name.startsWith('.'));
  if (foreign.length > 0 && !existsSync(join(path, databaseFile))) {
    throw new DataFolderError(`the folder ${path} holds other files (${foreign[0]}) and no embedded-mongo data`);
  }
}

/** Opens the writer's connection, creating the file the first time; anything that is not ours is refused. */
export function openDatabase(path: string): Connection {
  const file = join(path, databaseFile);
  try {
    const isNew = !existsSync(file);
    const connection = new Connection(file, { cacheMegabytes });
    if (isNew) connection.exec(`PRAGMA page_size = ${pageSize}`);
    prepare(connection, file);
    return connection;
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new DataFolderError(`${file} is damaged or not a database: ${(error as Error).message}`);
  }
}

function prepare(connection: Connection, file: string): void {
  const [id] = connection.get<[number]>('PRAGMA application_id')!;
  const tables = connection.get<[number]>('SELECT count(*) FROM sqlite_schema')!;
  if (id !== applicationId && (id !== 0 || tables[0] > 0)) {
    throw new DataFolderError(`${file} belongs to another program`);
  }
  // What was deleted is overwritten: it must not be found in the file by whoever copies it.
  connection.exec('PRAGMA secure_delete = ON');
  // Commits are made durable by the write queue, which syncs the log once for all writers that wait.
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  connection.exec(`PRAGMA journal_size_limit = ${logBytesKept}`);
  const [version] = connection.get<[number]>('PRAGMA user_version')!;
  if (version > formatVersion) throw new DataFolderError(`${file} was written by a newer version (format ${version})`);
  if (version === 0) {
    connection.exec(
      `BEGIN; ${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}; COMMIT`,
    );
  }
}
