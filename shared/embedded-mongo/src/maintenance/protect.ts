import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolder } from '../check.ts';
import { Connection } from '../storage/connection.ts';
import {
  DataFolderError,
  databaseFile,
  ensureFolder,
  isProtected,
  lockFolder,
  markFile,
  markProtected,
  openDatabase,
  pageSize,
} from '../storage/data-folder.ts';
import { emptyLog } from '../storage/log/empty-log.ts';
import { emptyMark, MarkWriter } from '../storage/log/mark.ts';
import { freeBytesAt } from '../storage/log/state.ts';
import { describeLogDamage, findLogDamage } from '../storage/verify-files.ts';
import { refuseIncompleteFile } from '../storage/whole-file.ts';
import { syncPath } from './sync-path.ts';
import { writeProtected } from './write-protected.ts';

const workFolder = '.protect';
/** The new file is about as large as the old one, and a log can grow elsewhere on the disk meanwhile. */
const roomFactor = 1.2;
const megabyte = 1024 * 1024;

type Log = (line: string) => void;

/**
 * Upgrades a folder of an earlier version: adds a checksum to each document and uses small pages. Writes everything
 * into a new file, verifies it, and replaces the old file with a single rename. After an interruption at any point, the
 * old file is intact, and the next start begins again. Does nothing if the folder is already upgraded.
 */
export function protectFolder(path: string, log: Log = () => {}): void {
  const file = join(path, databaseFile);
  const work = join(path, workFolder);
  if (!existsSync(file) || statSync(file).size === 0) return;
  ensureFolder(path);
  const lock = lockFolder(path);
  try {
    rmSync(work, { recursive: true, force: true });
    refuseIncompleteFile(path);
    const damage = findLogDamage(path);
    if (damage) throw new DataFolderError(`${describeLogDamage(damage)}; run embedded-mongo repair --path ${path}`);
    if (isProtectedAlready(path)) return;
    if (!needsNewFile(path, log)) return;
    mkdirSync(work, { mode: 0o700 });
    readWhole(path, () => writeProtected(file, join(work, databaseFile), log));
    verify(path, work);
    replace(path, work);
    log('every document has a checksum now');
  } finally {
    rmSync(work, { recursive: true, force: true });
    lock.close();
  }
}

/**
 * Opens the file read-only. Closing a connection that can write would move the log into the file, and the mark would
 * then describe a log that no longer exists.
 */
function isProtectedAlready(path: string): boolean {
  let connection: Connection | undefined;
  try {
    connection = new Connection(join(path, databaseFile), { readOnly: true, cacheMegabytes: 2 });
    return isProtected(connection);
  } catch {
    // The start itself reports unreadable files, including those that cannot even be opened.
    return true;
  } finally {
    connection?.close();
  }
}

/** Upgrades the tables of the old file and empties its log, so that the file alone holds everything. */
function needsNewFile(path: string, log: Log): boolean {
  const file = join(path, databaseFile);
  const needed = statSync(file).size * roomFactor;
  if (freeBytesAt(file) < needed) {
    log(`${Math.ceil(needed / megabyte)} MB of free disk are needed to give every document a checksum: not done`);
    return false;
  }
  // The log was compared with its mark a moment ago. The mark is removed so that no start looks for a log that has
  // already been moved into the file.
  forgetLog(path);
  const connection = openDatabase(path);
  try {
    const isOld = connection.get<[number]>('PRAGMA page_size')![0] !== pageSize || hasUnprotected(connection);
    if (!isOld) markProtected(connection);
    if (emptyLog(connection, file)) return isOld;
    log('the log cannot be emptied: documents get their checksums at another start');
    return false;
  } finally {
    connection.close();
  }
}

function forgetLog(path: string): void {
  const mark = new MarkWriter(join(path, markFile));
  mark.write(emptyMark);
  mark.close();
}

function hasUnprotected(connection: Connection): boolean {
  const tables = connection.all<[string]>("SELECT 'd' || id FROM collections");
  // BSON begins with its own length. A value of exactly that length has no checksum after it.
  const sql = (table: string) => `SELECT 1 FROM ${table} WHERE has_checksum(doc) = 0 LIMIT 1`;
  connection.database.function('has_checksum', { deterministic: true }, (stored) =>
    Number(Buffer.from(stored as Uint8Array).readInt32LE(0) !== (stored as Uint8Array).length),
  );
  return tables.some(([table]) => connection.get(sql(table)) !== undefined);
}

/** Stops at unreadable data. Adding a checksum to it would make it look intact. */
function readWhole(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new DataFolderError(damagedText(path, (error as Error).message));
  }
}

function damagedText(path: string, problem: string): string {
  return `the data in ${path}, of an earlier version, is damaged (${problem}); run embedded-mongo repair --path ${path}`;
}

/** Compares every document, every key, and the counts of both before the new file replaces the old one. */
function verify(path: string, work: string): void {
  const { problems, unverified } = checkFolder(work);
  const [first] = unverified > 0 ? ['documents without a checksum'] : problems;
  if (first !== undefined) throw new DataFolderError(damagedText(path, first));
  const compared = new Connection(join(work, databaseFile), { cacheMegabytes: 2 });
  try {
    compared.run('ATTACH ? AS old', join(path, databaseFile));
    for (const [table] of compared.all<[string]>("SELECT 'd' || id FROM old.collections")) {
      const count = (schema: string) => compared.get<[number]>(`SELECT count(*) FROM ${schema}.${table}`)![0];
      const same = `SELECT count(*) FROM main.${table} n JOIN old.${table} o USING (r)
        WHERE substr(n.doc, 1, length(n.doc) - 4) = substr(o.doc, 1, length(n.doc) - 4)`;
      const [equal] = compared.get<[number]>(same)!;
      if (equal !== count('old') || equal !== count('main'))
        throw new DataFolderError(`the new file for ${path} differs from the old one in collection ${table}`);
    }
  } finally {
    compared.close();
  }
}

/** Removes the mark, which describes the old file. The next start then skips the checksum of the whole file. */
function replace(path: string, work: string): void {
  forgetLog(path);
  for (const ending of ['-wal', '-shm'])
    for (const folder of [path, work]) rmSync(join(folder, `${databaseFile}${ending}`), { force: true });
  syncPath(join(work, databaseFile));
  renameSync(join(work, databaseFile), join(path, databaseFile));
  syncPath(path);
}
