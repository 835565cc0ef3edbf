import type { Binary, BSONRegExp, BSONSymbol, Code, ObjectId, Timestamp } from 'bson';
import { bigintRemainder, decimalRemainder, nearestDouble, sortableDouble } from './number-key.ts';
import { type Document, isDecimal, type Maybe, rank, rankOf, toNumber, type Value } from './values.ts';
import { Writer } from './writer.ts';

/**
 * Encodes values as bytes whose memcmp order is MongoDB's comparison order. Each value marks its own end, so compound
 * keys are plain concatenations, and a descending component is the complement of its bytes.
 */
function writeText(writer: Writer, text: string): void {
  const at = writer.reserve(text.length * 6 + 2);
  const written = writer.buffer.write(text, at, text.length * 3, 'utf8');
  writer.length = at + written;
  if (text.includes('\0')) escapeZeros(writer, at);
  const end = writer.reserve(2);
  writer.buffer[end] = 0;
  writer.buffer[end + 1] = 0;
}

/** 00 becomes 00 FF, so that the terminator 00 00 sorts before any continuation. */
function escapeZeros(writer: Writer, start: number): void {
  const plain = Buffer.from(writer.buffer.subarray(start, writer.length));
  writer.length = start;
  for (const byte of plain) {
    writer.byte(byte);
    if (byte === 0) writer.byte(0xff);
  }
}

function writeNumberKey(writer: Writer, value: Value): void {
  const isInfinite = isDecimal(value) && value.toString().includes('Inf');
  const near = nearestDouble(toNumber(value), isInfinite);
  const at = writer.reserve(8);
  sortableDouble(writer.buffer, at, near);
  if (typeof value === 'bigint') writer.bytes(bigintRemainder(value, near));
  else if (isDecimal(value)) writer.bytes(decimalRemainder(value, near));
  else writer.byte(0x80);
}

function writeSortableInt64(writer: Writer, value: bigint): void {
  const at = writer.reserve(8);
  writer.buffer.writeBigUInt64BE(BigInt.asUintN(64, value ^ 0x8000000000000000n), at);
}

function writeBinaryKey(writer: Writer, value: Binary): void {
  const bytes = value.buffer.subarray(0, value.position);
  const at = writer.reserve(5);
  writer.buffer.writeUInt32BE(bytes.length, at);
  writer.buffer[at + 4] = value.sub_type;
  writer.bytes(bytes);
}

function writeDocumentKey(writer: Writer, value: Document): void {
  for (const name of Object.keys(value)) {
    const field = value[name]!;
    writer.byte(rankOf(field));
    writeText(writer, name);
    writeBody(writer, field, rankOf(field));
  }
  writer.byte(0);
}

function writeArrayKey(writer: Writer, values: Value[]): void {
  for (const value of values) writeKey(writer, value);
  writer.byte(0);
}

function writeBody(writer: Writer, value: Value, place: number): void {
  switch (place) {
    case rank.number:
      writeNumberKey(writer, value);
      return;
    case rank.string:
      writeText(writer, typeof value === 'string' ? value : (value as BSONSymbol).value);
      return;
    case rank.object:
      writeDocumentKey(writer, value as Document);
      return;
    case rank.array:
      writeArrayKey(writer, value as Value[]);
      return;
    case rank.binary:
      writeBinaryKey(writer, value as Binary);
      return;
    case rank.objectId:
      writer.bytes((value as ObjectId).id);
      return;
    case rank.boolean:
      writer.byte(value ? 1 : 0);
      return;
    case rank.date: {
      const time = (value as Date).getTime();
      writeSortableInt64(writer, Number.isNaN(time) ? 0n : BigInt(time));
      return;
    }
    case rank.timestamp:
      writeSortableInt64(writer, (value as Timestamp).toBigInt() ^ -0x8000000000000000n);
      return;
    case rank.regex:
      writeText(writer, (value as BSONRegExp).pattern);
      writeText(writer, (value as BSONRegExp).options);
      return;
    case rank.code:
    case rank.codeWithScope:
      writeText(writer, String((value as Code).code));
      if ((value as Code).scope) writeDocumentKey(writer, (value as Code).scope as Document);
      return;
    default:
      return;
  }
}

/** Writes one value after a byte for its type. A missing value gets the rank before null. */
export function writeKey(writer: Writer, value: Maybe): void {
  const place = rankOf(value);
  writer.byte(place);
  if (value !== undefined) writeBody(writer, value, place);
}

const shared = new Writer(4096);

function finish(): Buffer {
  const bytes = Buffer.from(shared.result());
  if (shared.buffer.length > 1 << 20) shared.buffer = Buffer.allocUnsafe(4096);
  return bytes;
}

export function encodeValue(value: Maybe): Buffer {
  shared.length = 0;
  writeKey(shared, value);
  return finish();
}

/** Encodes a compound key. The direction of each component is 1 or -1. */
export function encodeCompound(values: readonly Maybe[], directions: readonly number[]): Buffer {
  shared.length = 0;
  for (let at = 0; at < values.length; at++) {
    const start = shared.length;
    writeKey(shared, values[at]);
    if (directions[at]! < 0) complement(shared.buffer, start, shared.length);
  }
  return finish();
}

export function complement(bytes: Buffer, start = 0, end = bytes.length): Buffer {
  for (let at = start; at < end; at++) bytes[at] = ~bytes[at]! & 0xff;
  return bytes;
}

/** The smallest byte string greater than everything that starts with the prefix. Undefined if no such string exists. */
export function afterPrefix(prefix: Uint8Array): Buffer | undefined {
  let end = prefix.length;
  while (end > 0 && prefix[end - 1] === 0xff) end--;
  if (end === 0) return undefined;
  const next = Buffer.from(prefix.subarray(0, end));
  next[end - 1]!++;
  return next;
}
