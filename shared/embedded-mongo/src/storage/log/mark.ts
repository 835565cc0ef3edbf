import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const magic = 0x4b52414d;
const recordBytes = 40;
const checksumAt = recordBytes - 4;

/** Position of the log at its last acknowledged write. Stored outside the log. */
export interface LogMark {
  /** Two numbers that identify a log. They change each time it restarts. */
  salts: [number, number];
  frames: number;
  /** True if all of these frames are in the database file too. */
  isMoved: boolean;
  /** Checksum and size of the file after a stop. Undefined while a server runs, or after it was killed. */
  file: { crc: number; bytes: number } | undefined;
}

export const emptyMark: LogMark = { salts: [0, 0], frames: 0, isMoved: true, file: undefined };

function encode(mark: LogMark): Buffer {
  const record = Buffer.alloc(recordBytes);
  record.writeUInt32LE(magic, 0);
  record.writeUInt32LE(mark.salts[0], 4);
  record.writeUInt32LE(mark.salts[1], 8);
  record.writeUInt32LE(mark.frames, 12);
  record.writeUInt32LE((mark.isMoved ? 1 : 0) | (mark.file ? 2 : 0), 16);
  record.writeUInt32LE(mark.file?.crc ?? 0, 20);
  record.writeDoubleLE(mark.file?.bytes ?? 0, 24);
  record.writeUInt32LE(crc32(record.subarray(0, checksumAt)), checksumAt);
  return record;
}

/** Undefined if no valid mark exists. */
export function readMark(file: string): LogMark | undefined {
  let record: Buffer;
  try {
    record = readFileSync(file);
  } catch {
    return undefined;
  }
  const isWhole = record.length === recordBytes && record.readUInt32LE(0) === magic;
  if (!isWhole || crc32(record.subarray(0, checksumAt)) !== record.readUInt32LE(checksumAt)) return undefined;
  const flags = record.readUInt32LE(16);
  const stopped = { crc: record.readUInt32LE(20), bytes: record.readDoubleLE(24) };
  return {
    salts: [record.readUInt32LE(4), record.readUInt32LE(8)],
    frames: record.readUInt32LE(12),
    isMoved: (flags & 1) !== 0,
    file: flags & 2 ? stopped : undefined,
  };
}

/**
 * Writes the mark in place. The mark survives any end of the process. After a power loss, it may be older than the log,
 * which is then checked only up to the mark.
 */
export class MarkWriter {
  private readonly descriptor: number;

  constructor(file: string) {
    this.descriptor = openSync(file, 'a+', 0o600);
    closeSync(this.descriptor);
    this.descriptor = openSync(file, 'r+');
  }

  write(mark: LogMark): void {
    writeSync(this.descriptor, encode(mark), 0, recordBytes, 0);
  }

  close(): void {
    fsyncSync(this.descriptor);
    closeSync(this.descriptor);
  }
}
