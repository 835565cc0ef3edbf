import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderError, databaseFile, markFile, reserveFile } from './data-folder.ts';
import { readMark } from './log/mark.ts';
import { pagesOfFrames, scanLog } from './log/scan.ts';

/** SQLite's header: https://www.sqlite.org/fileformat2.html#the_database_header */
const headerBytes = 100;
const largestPage = 65_536;

/**
 * Rejects a folder whose data file is missing or too short. SQLite would create a new, empty file and delete the log,
 * which may be the last copy of acknowledged writes.
 */
export function refuseIncompleteFile(path: string): void {
  const file = join(path, databaseFile);
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes === 0) refuseTraces(path, existsSync(file));
  const header = bytes === 0 ? undefined : readHeader(file);
  if (header === undefined) return;
  const missing = missingPages(`${file}-wal`, bytes, header);
  if (missing > 0)
    throw new DataFolderError(
      `${file} is damaged: ${missing} of its pages are missing at its end. Restore a backup, or run embedded-mongo repair --path ${path} to keep what can be read`,
    );
}

/** Rejects a folder with files that exist only next to data. */
function refuseTraces(path: string, isThere: boolean): void {
  const traces = [
    ...(sizeOf(path, `${databaseFile}-wal`) > 0 ? [`${databaseFile}-wal`] : []),
    ...(readMark(join(path, markFile)) === undefined ? [] : [markFile]),
    ...(sizeOf(path, reserveFile) > 0 ? [reserveFile] : []),
  ];
  if (traces.length === 0) return;
  throw new DataFolderError(
    `${databaseFile} is ${isThere ? 'empty' : 'missing'} in ${path}, but ${traces.join(' and ')} ` +
      `${traces.length === 1 ? 'is' : 'are'} there. Put the file back, or restore a backup into an empty ` +
      'folder',
  );
}

function sizeOf(path: string, name: string): number {
  return statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0;
}

interface Header {
  pageBytes: number;
  pages: number;
}

/** Undefined if the file is not a SQLite file, or if its page count is unreliable. */
function readHeader(file: string): Header | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(headerBytes);
    if (readSync(descriptor, header, 0, headerBytes, 0) < headerBytes) return undefined;
    if (header.subarray(0, 15).toString('latin1') !== 'SQLite format 3') return undefined;
    const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
    const pageBytes = header.readUInt16BE(16) === 1 ? largestPage : header.readUInt16BE(16);
    const isSize = pageBytes >= 512 && (pageBytes & (pageBytes - 1)) === 0;
    return isCounted && isSize ? { pageBytes, pages: header.readUInt32BE(28) } : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Number of pages that are in neither the file nor the log. */
function missingPages(log: string, bytes: number, { pageBytes, pages }: Header): number {
  const held = Math.floor(bytes / pageBytes);
  if (held >= pages) return 0;
  const logged = [...pagesInLog(log, pageBytes)].filter((page) => page > held && page <= pages);
  return pages - held - logged.length;
}

function pagesInLog(log: string, pageBytes: number): Set<number> {
  const found = scanLog(log, Number.POSITIVE_INFINITY);
  if (found === undefined) return new Set();
  const descriptor = openSync(log, 'r');
  try {
    return pagesOfFrames(descriptor, pageBytes, 0, found.frames);
  } finally {
    closeSync(descriptor);
  }
}
