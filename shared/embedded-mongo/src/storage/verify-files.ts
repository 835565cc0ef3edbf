import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { databaseFile, markFile, reserveFile } from './data-folder.ts';
import { readMark } from './log/mark.ts';
import { scanLog } from './log/scan.ts';

const chunkBytes = 4 * 1024 * 1024;
/** Reading a larger file would delay the start. */
const fileBytesMax = 512 * 1024 * 1024;

/** Checksum of the whole file. Undefined if the file is too large. */
export function fileChecksum(file: string): { crc: number; bytes: number } | undefined {
  const bytes = statSync(file).size;
  if (bytes > fileBytesMax) return undefined;
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, bytes));
    let crc = 0;
    for (let at = 0; at < bytes; ) {
      const read = readSync(descriptor, chunk, 0, chunk.length, at);
      if (read === 0) break;
      crc = crc32(chunk.subarray(0, read), crc);
      at += read;
    }
    return { crc, bytes };
  } finally {
    closeSync(descriptor);
  }
}

/** True if the file differs from the one that the last stop left. */
export function isAltered(folder: string): boolean {
  const left = readMark(join(folder, markFile))?.file;
  if (!left) return false;
  const found = fileChecksum(join(folder, databaseFile));
  return found !== undefined && (found.crc !== left.crc || found.bytes !== left.bytes);
}

/** Acknowledged frames of the log that cannot be read. */
export interface LogDamage {
  framesMarked: number;
  framesRead: number;
}

/**
 * Compares the log with its external mark before SQLite opens it. SQLite would silently drop everything after the first
 * wrong byte. A damaged log is removed if all of its pages are also in the file.
 */
export function findLogDamage(folder: string): LogDamage | undefined {
  const mark = readMark(join(folder, markFile));
  if (!mark || mark.frames === 0) return undefined;
  const log = join(folder, `${databaseFile}-wal`);
  const found = scanLog(log, mark.frames);
  const isLater = found !== undefined && found.salts.join() !== mark.salts.join();
  if (isLater || found?.frames === mark.frames) return undefined;
  if (!mark.isMoved) return { framesMarked: mark.frames, framesRead: found?.frames ?? 0 };
  rmSync(log, { force: true });
  rmSync(join(folder, `${databaseFile}-shm`), { force: true });
  return undefined;
}

/** Describes a folder from which the log and its mark were removed. Undefined if at least one of them is there. */
export function missingLog(folder: string): string | undefined {
  const isThere = (name: string) => existsSync(join(folder, name));
  // The reserve shows that a server used the folder, which always leaves a mark.
  if (!isThere(reserveFile) || isThere(markFile) || isThere(`${databaseFile}-wal`)) return undefined;
  return `the log and ${markFile} are missing: acknowledged writes that were only in the log are lost`;
}

export function describeLogDamage({ framesMarked, framesRead }: LogDamage): string {
  return `the log is damaged: of ${framesMarked} pages that were acknowledged ${framesRead} can be read`;
}
