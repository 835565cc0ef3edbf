import { crc32 } from 'node:zlib';
import { asBuffer } from '../bson/decode.ts';
import { MongoError } from '../errors.ts';

const checksumBytes = 4;

function damaged(what: string, reason: string): MongoError {
  return new MongoError(
    301,
    `${what} is damaged on the disk (${reason}); stop the server and run embedded-mongo check`,
  );
}

/** Appends a checksum to BSON. The checksum also covers the place, so swapped documents are detected. */
export function withChecksum(bytes: Uint8Array, place: number): Buffer {
  const stored = Buffer.allocUnsafe(bytes.length + checksumBytes);
  stored.set(bytes);
  stored.writeUInt32LE(crc32(bytes, place >>> 0), bytes.length);
  return stored;
}

/** Returns the BSON without its checksum, which must be correct. Files of the first format have none. */
export function checked(stored: Uint8Array, place: number, what: string): Buffer {
  const buffer = asBuffer(stored);
  const length = buffer.length < checksumBytes ? -1 : buffer.readInt32LE(0);
  if (length === buffer.length) return buffer;
  if (length !== buffer.length - checksumBytes) throw damaged(what, 'its length is wrong');
  const bytes = buffer.subarray(0, length);
  if (crc32(bytes, place >>> 0) !== buffer.readUInt32LE(length)) throw damaged(what, 'its checksum is wrong');
  return bytes;
}

/** Number for the checksum that represents the place of a catalog entry. */
export function placeOf(...parts: (string | number)[]): number {
  return crc32(parts.join('\0'));
}
