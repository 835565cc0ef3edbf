import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection } from '../connection.ts';

export const frameHeaderBytes = 24;
const megabyte = 1024 * 1024;

/** How large the log may become before something is done about it. */
export interface LogLimits {
  /** From here on it is moved into the database file. */
  startBytes: number;
  /** From here on snapshots that keep it from beginning again are ended. */
  endBytes: number;
  /** The disk is so full that the log gives back its space whenever it is empty. */
  isTight: boolean;
}

const roomyStart = 8 * megabyte;
const tightBelowBytes = 128 * megabyte;
const tightStartMin = megabyte / 2;
/** How much of what is free the log may take before it is moved. */
const shareOfFree = 16;

/** Less on a disk that is nearly full, where what the log holds is space that documents lack. */
export function limitsFor(freeBytes: number): LogLimits {
  const isTight = freeBytes < tightBelowBytes;
  const startBytes = isTight ? Math.max(tightStartMin, Math.floor(freeBytes / shareOfFree)) : roomyStart;
  return { startBytes, endBytes: 4 * startBytes, isTight };
}

export function freeBytesAt(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/** What SQLite says about its log, in bytes. */
export interface LogState {
  frames: number;
  bytes: number;
  /** Everything in it is in the database file as well. */
  isMoved: boolean;
}

export function readLogState(connection: Connection, pageBytes: number): LogState {
  const [, frames, moved] = connection.get<[number, number, number]>('PRAGMA wal_checkpoint(NOOP)')!;
  const bytes = Math.max(0, frames) * (pageBytes + frameHeaderBytes);
  return { frames, bytes, isMoved: frames === moved };
}
