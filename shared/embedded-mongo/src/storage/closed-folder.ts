import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const folderMode = 0o700;
const fileMode = 0o600;
const othersMask = 0o077;

/** Makes a folder and those above it, one by one: Node's own recursive way never ends below a pseudo file system. */
export function makeFolder(path: string): void {
  const whole = resolve(path);
  if (existsSync(whole)) return;
  makeFolder(dirname(whole));
  try {
    mkdirSync(whole, { mode: folderMode });
  } catch (error) {
    // Made by another start in the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Makes an empty file that only this user can read, unless it is there; SQLite gives what it makes beside it its mode. */
export function makeFile(path: string): void {
  closeSync(openSync(path, 'a', fileMode));
}

/** Whether this user alone can enter the folder. */
export function isClosed(folder: string): boolean {
  const { mode, uid } = statSync(folder);
  return uid === process.getuid?.() && (mode & othersMask) === 0;
}

/** Takes away what others may do with a folder and its files, as far as this user may change that. */
export function closeToOthers(folder: string, files: readonly string[]): void {
  restrict(folder, folderMode);
  for (const file of files) restrict(join(folder, file), fileMode);
}

function restrict(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & othersMask) !== 0) chmodSync(path, mode);
  } catch {
    // Another user's folder, for example a mounted one: what is made in it has its own mode.
  }
}
