import { accessSync, closeSync, constants, existsSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { closeToOthers, makeFile, makeFolder } from './closed-folder.ts';
import { Connection } from './connection.ts';

/** "OBEM". Prevents the use of another program's SQLite file. */
const applicationId = 0x4f42454d;
/**
 * Since version 2, documents and specifications have checksums. Those in a file of format 1 get them when they are
 * written. Since version 3, a document's origin is stored next to it.
 */
const formatVersion = 3;
/** The log contains whole pages, one for each leaf that a write changes. */
export const pageSize = 4096;
/** A larger log is truncated to this size on reset. */
const logBytesKept = 16 * 1024 * 1024;
const cacheMegabytes = 16;

export const databaseFile = 'mongo.sqlite';
/** Records the end of the log; see log/mark.ts. */
export const markFile = 'mongo.mark';
export const reserveFile = 'mongo.reserve';
const lockFile = 'lock.sqlite';
const ownFiles = /^(mongo|lock)\.sqlite(-wal|-shm|-journal)?$|^mongo\.(sock|mark|reserve)$|^password$/;

/** The data folder cannot be used. The message is one line for the operator. */
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
/**
 * Exists once every document has a checksum. Earlier versions ignore it, and they also write every document with a
 * checksum.
 */
const protectedTable = 'protected';
const protection = `CREATE TABLE ${protectedTable} (at INTEGER)`;

/** True if a document without a checksum can only be a damaged one. */
export function isProtected(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM sqlite_schema WHERE name = ?', protectedTable) !== undefined;
}

export function markProtected(connection: Connection): void {
  connection.exec(protection);
}

/** Marks a file that already has the current tables as being in the current format. */
export function setFormat(database: DatabaseSync): void {
  database.exec(`${protection}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`);
}

/**
 * An open transaction holds the lock for the life of the process. The operating system releases it when the process
 * dies.
 */
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

/** Otherwise, a read-only file system or another user's folder or file would look damaged. */
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

/** Opens the connection of the writer and creates the file on first use. Rejects files of other programs. */
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

/**
 * Makes the new file durable before the first other data file. Such a file without the database would count as data
 * loss.
 */
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
  // Deleted data is overwritten, so that a copy of the file does not contain it.
  connection.exec('PRAGMA secure_delete = ON');
  // The write queue makes commits durable. It syncs the log once for all waiting writers.
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
