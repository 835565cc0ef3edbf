import { accessSync, closeSync, constants, existsSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { closeToOthers, makeFile, makeFolder } from './closed-folder.ts';
import { Connection } from './connection.ts';

/** "OBEM", so that another program's SQLite file is never taken for ours. */
const applicationId = 0x4f42454d;
/**
 * Since 2 documents and specifications have checksums; those of a file of format 1 get theirs when they are written.
 * Since 3 a document has its origin beside it.
 */
const formatVersion = 3;
/** The log holds whole pages, one for each leaf that a write touches. */
export const pageSize = 4096;
/** A log that was larger is cut to this when it is reset. */
const logBytesKept = 16 * 1024 * 1024;
const cacheMegabytes = 16;

export const databaseFile = 'mongo.sqlite';
/** How far the log had come: see log/mark.ts. */
export const markFile = 'mongo.mark';
export const reserveFile = 'mongo.reserve';
const lockFile = 'lock.sqlite';
const ownFiles = /^(mongo|lock)\.sqlite(-wal|-shm|-journal)?$|^mongo\.(sock|mark|reserve)$|^password$/;

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
/** There since every document has a checksum; an earlier version, which writes none without one either, passes it over. */
const protectedTable = 'protected';
const protection = `CREATE TABLE ${protectedTable} (at INTEGER)`;

/** True when a document without a checksum can only be a damaged one. */
export function isProtected(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM sqlite_schema WHERE name = ?', protectedTable) !== undefined;
}

export function markProtected(connection: Connection): void {
  connection.exec(protection);
}

/** Makes a file of today's format of one that has today's tables. */
export function setFormat(database: DatabaseSync): void {
  database.exec(`${protection}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`);
}

/** Held for the life of the process by an open transaction; the system releases it when the process dies. */
export function lockFolder(path: string): DatabaseSync {
  makeFile(join(path, lockFile));
  const lock = new DatabaseSync(join(path, lockFile), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    throw new DataFolderError(`the data folder ${path} is in use by another process`);
  }
}

/** A folder or file on a read-only file system, or that another user owns, would otherwise look damaged. */
function refuseReadOnly(path: string): void {
  for (const name of ['.', lockFile, databaseFile]) {
    const file = join(path, name);
    if (!existsSync(file)) continue;
    try {
      accessSync(file, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw new DataFolderError(`the data folder ${path} cannot be written: ${(error as Error).message}`);
    }
  }
}

export function ensureFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw new DataFolderError(`the data folder ${path} cannot be created: ${(error as Error).message}`);
  }
  refuseReadOnly(path);
  const foreign = readdirSync(path).filter((name) => !ownFiles.test(name) && !name.startsWith('.'));
  if (foreign.length > 0 && !existsSync(join(path, databaseFile))) {
    throw new DataFolderError(`the folder ${path} holds other files (${foreign[0]}) and no embedded-mongo data`);
  }
  closeToOthers(
    path,
    readdirSync(path).filter((name) => ownFiles.test(name)),
  );
}

/** Opens the writer's connection, creating the file the first time; anything that is not ours is refused. */
export function openDatabase(path: string): Connection {
  const file = join(path, databaseFile);
  try {
    makeFile(file);
    const isNew = statSync(file).size === 0;
    const connection = new Connection(file, { cacheMegabytes });
    if (isNew) connection.exec(`PRAGMA page_size = ${pageSize}`);
    prepare(connection, file);
    if (isNew) makeDurable(connection, path);
    return connection;
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new DataFolderError(`${file} is damaged or not a database: ${(error as Error).message}`);
  }
}

/** Before the first trace of data beside it: a trace without a file is taken for a loss. */
function makeDurable(connection: Connection, path: string): void {
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function prepare(connection: Connection, file: string): void {
  const [id] = connection.get<[number]>('PRAGMA application_id')!;
  const tables = connection.get<[number]>('SELECT count(*) FROM sqlite_schema')!;
  if (id !== applicationId && (id !== 0 || tables[0] > 0)) {
    throw new DataFolderError(`${file} belongs to another program`);
  }
  // What was deleted is overwritten: it must not be found in a copy of the file.
  connection.exec('PRAGMA secure_delete = ON');
  // Commits are made durable by the write queue, which syncs the log once for all writers that wait.
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  connection.exec(`PRAGMA journal_size_limit = ${logBytesKept}`);
  const [version] = connection.get<[number]>('PRAGMA user_version')!;
  if (version > formatVersion) throw new DataFolderError(`${file} was written by a newer version (format ${version})`);
  if (version > 0 && version < formatVersion) upgrade(connection);
  if (version === 0) {
    connection.exec(
      `BEGIN; ${schema}; ${protection}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}; COMMIT`,
    );
  }
}

function upgrade(connection: Connection): void {
  const collections = connection.all<[number]>('SELECT id FROM collections');
  const additions = collections.map(([id]) => `ALTER TABLE d${id} ADD COLUMN origin BLOB;`);
  connection.exec(`BEGIN; ${additions.join(' ')} PRAGMA user_version = ${formatVersion}; COMMIT`);
}
