import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type CheckReport, checkFolder } from '../check.ts';
import { DataFolderError, databaseFile, ensureFolder, lockFolder } from '../storage/data-folder.ts';
import { describeLogDamage, findLogDamage } from '../storage/verify-files.ts';
import { syncPath } from './sync-path.ts';

const workFolder = '.restore';
/** Copies all pages in one step, so that concurrent writes do not restart the copy. */
const allPages = 2_147_483_647;

/**
 * Copies the data as of one moment into one file, even while a server runs, and verifies the copy. Includes the log of
 * a killed server.
 */
export async function backUpFolder(path: string, to: string): Promise<CheckReport> {
  const source = join(path, databaseFile);
  if (!existsSync(source)) throw new DataFolderError(`there is no data in ${path}`);
  if (existsSync(to)) throw new DataFolderError(`${to} is there already`);
  const work = `${to}.partial`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  try {
    await copyDatabase(path, join(work, databaseFile));
    const report = verified(work, `the copy of ${path}`);
    putInPlace(join(work, databaseFile), to);
    return report;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Compares the log with its mark only if no server runs, because a running server constantly changes the log. */
async function copyDatabase(path: string, to: string): Promise<void> {
  const lock = lockIfFree(path);
  try {
    const damage = lock && findLogDamage(path);
    if (damage) throw new DataFolderError(describeLogDamage(damage));
    const database = new DatabaseSync(join(path, databaseFile), { readOnly: true });
    try {
      await backup(database, to, { rate: allPages });
    } finally {
      database.close();
    }
  } finally {
    lock?.close();
  }
}

function lockIfFree(path: string): DatabaseSync | undefined {
  try {
    return lockFolder(path);
  } catch {
    return undefined;
  }
}

/** Restores a backup into a folder that has no data yet. */
export function restoreFolder(path: string, from: string): CheckReport {
  if (!existsSync(from)) throw new DataFolderError(`there is no file ${from}`);
  ensureFolder(path);
  const lock = lockFolder(path);
  const work = join(path, workFolder);
  try {
    if (existsSync(join(path, databaseFile))) throw new DataFolderError(`${path} holds data already`);
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { mode: 0o700 });
    copyFileSync(from, join(work, databaseFile));
    const report = verified(work, from);
    putInPlace(join(work, databaseFile), join(path, databaseFile));
    return report;
  } finally {
    rmSync(work, { recursive: true, force: true });
    lock.close();
  }
}

function verified(folder: string, what: string): CheckReport {
  const report = checkFolder(folder);
  const [first] = report.problems;
  if (first) throw new DataFolderError(`${what} is damaged: ${first}`);
  return report;
}

function putInPlace(file: string, to: string): void {
  syncPath(file);
  renameSync(file, to);
  syncPath(dirname(to));
}
