import { MongoError } from '../errors.ts';

/** Up to this length, a loop is faster than a call into Node. */
const shortText = 16;

/** Collects bytes in a buffer that grows as needed. */
export class Writer {
  buffer: Buffer;
  length = 0;

  constructor(size = 512) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  reserve(size: number): number {
    const start = this.length;
    const needed = start + size;
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
      this.buffer.copy(larger, 0, 0, start);
      this.buffer = larger;
    }
    this.length = needed;
    return start;
  }

  byte(value: number): void {
    const at = this.reserve(1);
    this.buffer[at] = value;
  }

  int32(value: number): void {
    const at = this.reserve(4);
    this.buffer.writeInt32LE(value, at);
  }

  bytes(value: Uint8Array): void {
    const at = this.reserve(value.length);
    this.buffer.set(value, at);
  }

  /** Writes a C string. A zero byte inside would change the meaning of the bytes that follow. */
  name(value: string): void {
    const at = this.reserve(value.length * 3 + 1);
    const written = this.text(value, at);
    if (value.includes('\0')) throw new MongoError(2, 'a field name must not contain a null byte');
    this.buffer[at + written] = 0;
    this.length = at + written + 1;
  }

  string(value: string): void {
    const at = this.reserve(value.length * 3 + 5);
    const written = this.text(value, at + 4);
    this.buffer.writeInt32LE(written + 1, at);
    this.buffer[at + 4 + written] = 0;
    this.length = at + 5 + written;
  }

  /** Writes into space that is already reserved, and returns the number of bytes written. */
  private text(value: string, at: number): number {
    const { buffer } = this;
    const { length } = value;
    if (length > shortText) return buffer.write(value, at, length * 3, 'utf8');
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index);
      if (code > 127) return buffer.write(value, at, length * 3, 'utf8');
      buffer[at + index] = code;
    }
    return length;
  }

  result(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}
