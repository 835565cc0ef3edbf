import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection } from '../connection.ts';

export const frameHeaderBytes = 24;
const megabyte = 1024 * 1024;

/** Size limits of the log. */
export interface LogLimits {
  /** Size at which the log is moved into the database file. */
  startBytes: number;
  /** Size at which snapshots that keep the log from restarting are ended. */
  endBytes: number;
  /** True if the disk is so full that the log releases its space whenever it is empty. */
  isTight: boolean;
}

const roomyStart = 8 * megabyte;
const tightBelowBytes = 128 * megabyte;
const tightStartMin = megabyte / 2;
/** Divisor of the free space, giving the log size at which it is moved. */
const shareOfFree = 16;

/** Lower on a nearly full disk, where documents need the space of the log. */
export function limitsFor(freeBytes: number): LogLimits {
  const isTight = freeBytes < tightBelowBytes;
  const startBytes = isTight ? Math.max(tightStartMin, Math.floor(freeBytes / shareOfFree)) : roomyStart;
  return { startBytes, endBytes: 4 * startBytes, isTight };
}

export function freeBytesAt(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/** SQLite's report about its log, in frames and bytes. */
export interface LogState {
  frames: number;
  bytes: number;
  /** True if everything in the log is also in the database file. */
  isMoved: boolean;
}

export function readLogState(connection: Connection, pageBytes: number): LogState {
  const [, frames, moved] = connection.get<[number, number, number]>('PRAGMA wal_checkpoint(NOOP)')!;
  const bytes = Math.max(0, frames) * (pageBytes + frameHeaderBytes);
  return { frames, bytes, isMoved: frames === moved };
}
