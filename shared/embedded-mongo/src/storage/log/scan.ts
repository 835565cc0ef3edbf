import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** The format of SQLite's log: https://www.sqlite.org/fileformat2.html#walformat */
const headerBytes = 32;
const frameHeaderBytes = 24;
const bigEndianMagic = 0x377f0683;
const littleEndianMagic = 0x377f0682;

type Sums = [number, number];

/** Adds to two running sums over pairs of 32-bit words, in the byte order given by the header of the log. */
function addTo(sums: Sums, bytes: Buffer, isBigEndian: boolean): void {
  let [first, second] = sums;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + view.getUint32(at, !isBigEndian) + second) | 0;
    second = (second + view.getUint32(at + 4, !isBigEndian) + first) | 0;
  }
  sums[0] = first;
  sums[1] = second;
}

function isSum(sums: Sums, bytes: Buffer, at: number): boolean {
  return sums[0] >>> 0 === bytes.readUInt32BE(at) && sums[1] >>> 0 === bytes.readUInt32BE(at + 4);
}

export interface ScannedLog {
  salts: [number, number];
  /** Number of frames up to the last readable commit. */
  frames: number;
}

/**
 * Reads the log as SQLite will. Undefined if it is missing or its header is damaged. Reads at most `framesMax` frames.
 */
export function scanLog(file: string, framesMax: number): ScannedLog | undefined {
  if (!existsSync(file)) return undefined;
  const descriptor = openSync(file, 'r');
  try {
    return scan(descriptor, framesMax);
  } finally {
    closeSync(descriptor);
  }
}

function scan(descriptor: number, framesMax: number): ScannedLog | undefined {
  const header = Buffer.alloc(headerBytes);
  if (readSync(descriptor, header, 0, headerBytes, 0) < headerBytes) return undefined;
  const magic = header.readUInt32BE(0);
  if (magic !== bigEndianMagic && magic !== littleEndianMagic) return undefined;
  const isBigEndian = magic === bigEndianMagic;
  const sums: Sums = [0, 0];
  addTo(sums, header.subarray(0, 24), isBigEndian);
  if (!isSum(sums, header, 24)) return undefined;
  const frame = Buffer.alloc(frameHeaderBytes + header.readUInt32BE(8));
  let frames = 0;
  for (let at = 0; at < framesMax; at++) {
    const read = readSync(descriptor, frame, 0, frame.length, headerBytes + at * frame.length);
    if (read < frame.length || frame.compare(header, 16, 24, 8, 16) !== 0) break;
    addTo(sums, frame.subarray(0, 8), isBigEndian);
    addTo(sums, frame.subarray(frameHeaderBytes), isBigEndian);
    if (!isSum(sums, frame, 16)) break;
    const isCommit = frame.readUInt32BE(4) !== 0;
    if (isCommit) frames = at + 1;
  }
  return { salts: [header.readUInt32BE(16), header.readUInt32BE(20)], frames };
}

/** Reads the salts in the header of a log that is in use. */
export function readSalts(descriptor: number): [number, number] {
  const salts = Buffer.alloc(8);
  readSync(descriptor, salts, 0, 8, 16);
  return [salts.readUInt32BE(0), salts.readUInt32BE(4)];
}

/** Pages in the frames of a log, in frame order. A missing frame has no page. */
export function pagesOfFrames(descriptor: number, pageBytes: number, from: number, to: number): Set<number> {
  const number = Buffer.alloc(4);
  const pages = new Set<number>();
  for (let frame = from; frame < to; frame++) {
    const at = headerBytes + frame * (frameHeaderBytes + pageBytes);
    if (readSync(descriptor, number, 0, number.length, at) < number.length) break;
    pages.add(number.readUInt32BE(0));
  }
  return pages;
}
