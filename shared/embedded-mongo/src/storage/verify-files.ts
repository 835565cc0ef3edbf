import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { databaseFile, markFile } from './data-folder.ts';
import { readMark } from './log/mark.ts';
import { scanLog } from './log/scan.ts';

const chunkBytes = 4 * 1024 * 1024;
/** Reading a larger file would hold up the start. */
const fileBytesMax = 512 * 1024 * 1024;

/** The checksum of the whole file; undefined when it is too large for that. */
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

/** Whether the file is another one than the last stop has left. */
export function isAltered(folder: string): boolean {
  const left = readMark(join(folder, markFile))?.file;
  if (!left) return false;
  const found = fileChecksum(join(folder, databaseFile));
  return found !== undefined && (found.crc !== left.crc || found.bytes !== left.bytes);
}

/** What of the log cannot be read although it was acknowledged. */
export interface LogDamage {
  framesMarked: number;
  framesRead: number;
}

/**
 * Compares the log with the mark outside of it, before SQLite opens it: that would drop everything behind the first wrong
 * byte without a word. A damaged log whose pages are all in the file as well is not needed and removed.
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

export function describeLogDamage({ framesMarked, framesRead }: LogDamage): string {
  return `the log is damaged: of ${framesMarked} pages that were acknowledged ${framesRead} can be read`;
}
