import { MongoError } from '../errors.ts';

const shortText = 24;
/** Must be a power of two. */
const namesMax = 1024;

export function invalid(reason: string): MongoError {
  return new MongoError(22, `invalid BSON: ${reason}`);
}

/**
 * Recently seen field names. The same few recur all the time, and finding a string is cheaper than decoding it from
 * bytes.
 */
const names: string[] = new Array(namesMax).fill('');

function knownName(bytes: Buffer, start: number, stop: number, hash: number): string {
  const slot = hash & (namesMax - 1);
  const known = names[slot]!;
  if (isText(known, bytes, start, stop)) return known;
  const name = text(bytes, start, stop);
  const isAscii = name.length === stop - start;
  if (isAscii && name.length <= shortText) names[slot] = name;
  return name;
}

function isText(known: string, bytes: Buffer, start: number, stop: number): boolean {
  if (known.length !== stop - start) return false;
  for (let at = 0; at < known.length; at++) if (known.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}

/** A position in the bytes of a document. Rejects reads beyond the end. */
export class Reader {
  readonly bytes: Buffer;
  position: number;

  constructor(bytes: Buffer, position: number) {
    this.bytes = bytes;
    this.position = position;
  }

  take(length: number, end: number): number {
    const start = this.position;
    if (length < 0 || start + length > end) throw invalid('a value runs past the end of its document');
    this.position = start + length;
    return start;
  }

  name(end: number): string {
    const { bytes, position: start } = this;
    let hash = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === 0) {
        this.position = at + 1;
        return knownName(bytes, start, at, hash);
      }
      hash = (hash * 31 + byte) | 0;
    }
    throw invalid('a field name has no end');
  }

  string(end: number): string {
    const length = this.bytes.readInt32LE(this.take(4, end));
    if (length < 1) throw invalid('a string has no length');
    const start = this.take(length, end);
    if (this.bytes[start + length - 1] !== 0) throw invalid('a string has no terminator');
    return text(this.bytes, start, start + length - 1);
  }
}

function text(bytes: Buffer, start: number, stop: number): string {
  if (stop - start > shortText) return bytes.toString('utf8', start, stop);
  let result = '';
  for (let at = start; at < stop; at++) {
    const byte = bytes[at]!;
    if (byte > 127) return bytes.toString('utf8', start, stop);
    result += String.fromCharCode(byte);
  }
  return result;
}
