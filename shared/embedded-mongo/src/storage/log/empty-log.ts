import { closeSync, existsSync, fdatasyncSync, openSync } from 'node:fs';
import type { Connection } from '../connection.ts';
import { UnusedBytes } from '../unused-bytes.ts';
import { pagesOfFrames } from './scan.ts';

/**
 * Moves the whole log into the file if no other connection uses them. False if one does. `onMoved` marks the frames as
 * moved before the log is cut. Otherwise, the mark of a process that is killed in between would describe a log that no
 * longer exists.
 */
export function emptyLog(connection: Connection, file: string, onMoved: (frames: number) => void = () => {}): boolean {
  const [pageBytes] = connection.get<[number]>('PRAGMA page_size')!;
  const pages = pagesOfLog(`${file}-wal`, pageBytes);
  const [isBusy, frames, moved] = connection.get<[number, number, number]>('PRAGMA wal_checkpoint(FULL)')!;
  if (isBusy !== 0 || frames !== moved) return false;
  if (frames > 0) onMoved(frames);
  if (connection.get<[number]>('PRAGMA wal_checkpoint(TRUNCATE)')![0] !== 0) return false;
  if (pages.size > 0) clearUnused(file, pageBytes, pages);
  return true;
}

/** If the disk rejects the write, the sweep after the next start tries again. */
function clearUnused(file: string, pageBytes: number, pages: Set<number>): void {
  const descriptor = openSync(file, 'r+');
  try {
    new UnusedBytes(descriptor, pageBytes).clear(pages);
    fdatasyncSync(descriptor);
  } catch {
    return;
  } finally {
    closeSync(descriptor);
  }
}

function pagesOfLog(log: string, pageBytes: number): Set<number> {
  if (!existsSync(log)) return new Set();
  const descriptor = openSync(log, 'r');
  try {
    return pagesOfFrames(descriptor, pageBytes, 0, Number.POSITIVE_INFINITY);
  } finally {
    closeSync(descriptor);
  }
}
