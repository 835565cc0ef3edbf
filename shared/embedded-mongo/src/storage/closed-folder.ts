import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const folderMode = 0o700;
const fileMode = 0o600;
const othersMask = 0o077;

/** Creates a folder and its parents one by one. Node's recursive option never returns below a pseudo file system. */
export function makeFolder(path: string): void {
  const whole = resolve(path);
  if (existsSync(whole)) return;
  makeFolder(dirname(whole));
  try {
    mkdirSync(whole, { mode: folderMode });
  } catch (error) {
    // Another process created it at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Creates an empty file that only this user can read, unless it exists. SQLite gives its mode to the files that it
 * creates next to it.
 */
export function makeFile(path: string): void {
  closeSync(openSync(path, 'a', fileMode));
}

/** True if only this user can enter the folder. */
export function isClosed(folder: string): boolean {
  const { mode, uid } = statSync(folder);
  return uid === process.getuid?.() && (mode & othersMask) === 0;
}

/** Removes other users' permissions on a folder and its files, as far as this user can change them. */
export function closeToOthers(folder: string, files: readonly string[]): void {
  restrict(folder, folderMode);
  for (const file of files) restrict(join(folder, file), fileMode);
}

function restrict(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & othersMask) !== 0) chmodSync(path, mode);
  } catch {
    // The folder belongs to another user, for example a mounted one. New files in it have their own mode.
  }
}
