import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { MongoError } from '../errors.ts';
import { valueEnd } from './fields.ts';
import { invalid, Reader } from './reader.ts';
import { type Document, isInt32, setField, type Value } from './values.ts';

/** MongoDB's own limit for stored documents is 180. Deeper input is rejected before it can overflow the stack. */
const depthMax = 200;
const documentType = 0x03;
const arrayType = 0x04;
const timestampType = 0x11;

function documentEnd(reader: Reader, limit: number): number {
  const start = reader.position;
  const size = reader.bytes.readInt32LE(reader.take(4, limit));
  const end = start + size;
  if (size < 5 || end > limit) throw invalid('a document is longer than its frame');
  if (reader.bytes[end - 1] !== 0) throw invalid('a document has no terminator');
  return end;
}

/** Fields of commands that contain documents to be stored, or operations with such documents. */
const listsOfDocuments = new Set(['documents', 'ops']);

/** Consumes a field of a command's body and moves past its value. Returns false to leave the field to the caller. */
type TakeField = (name: string, type: number, limit: number) => boolean;

function readDocument(reader: Reader, limit: number, depth: number, take?: TakeField): Document {
  if (depth > depthMax) throw new MongoError(15, `a document is nested deeper than ${depthMax} levels`);
  const end = documentEnd(reader, limit);
  const result: Document = {};
  for (let type = reader.bytes[reader.position++]!; type !== 0; type = reader.bytes[reader.position++]!) {
    const name = reader.name(end);
    if (!take?.(name, type, end - 1)) setField(result, name, readValue(reader, type, end - 1, depth));
  }
  if (reader.position !== end) throw invalid('a document ends too early');
  return result;
}

/** Every command carries a cluster time, which a single member does not need. Only its type is checked. */
function passClusterTime(reader: Reader, limit: number): void {
  const end = documentEnd(reader, limit);
  const type = reader.bytes[reader.position++];
  if (type !== 0 && reader.name(end) === 'clusterTime' && type !== timestampType)
    throw new MongoError(14, "BSON field '$clusterTime.clusterTime' is the wrong type, expected type 'timestamp'");
  reader.position = end;
}

/** The documents of an array as bytes. Undefined, with nothing read, if the array contains other values. */
function readDocumentBytes(reader: Reader, limit: number): Buffer[] | undefined {
  const start = reader.position;
  const end = documentEnd(reader, limit);
  const documents: Buffer[] = [];
  for (let type = reader.bytes[reader.position++]!; type === documentType; type = reader.bytes[reader.position++]!) {
    reader.name(end);
    const from = reader.position;
    reader.position = documentEnd(reader, end - 1);
    documents.push(reader.bytes.subarray(from, reader.position));
  }
  if (reader.position === end) return documents;
  reader.position = start;
  return undefined;
}

function readArray(reader: Reader, limit: number, depth: number): Value[] {
  if (depth > depthMax) throw new MongoError(15, `a document is nested deeper than ${depthMax} levels`);
  const end = documentEnd(reader, limit);
  const result: Value[] = [];
  for (let type = reader.bytes[reader.position++]!; type !== 0; type = reader.bytes[reader.position++]!) {
    const stop = reader.bytes.indexOf(0, reader.position);
    if (stop < 0 || stop >= end) throw invalid('a field name has no end');
    reader.position = stop + 1;
    result.push(readValue(reader, type, end - 1, depth));
  }
  if (reader.position !== end) throw invalid('an array ends too early');
  return result;
}

function readNumber(reader: Reader, end: number): number | Double {
  const value = reader.bytes.readDoubleLE(reader.take(8, end));
  return isInt32(value) ? new Double(value) : value;
}

function readBinary(reader: Reader, end: number): Binary {
  const length = reader.bytes.readInt32LE(reader.take(4, end));
  const subtype = reader.bytes[reader.take(1, end)]!;
  const start = reader.take(length, end);
  const skip = subtype === 2 && length >= 4 ? 4 : 0;
  return new Binary(Buffer.from(reader.bytes.subarray(start + skip, start + length)), subtype);
}

function readCodeWithScope(reader: Reader, end: number, depth: number): Code {
  reader.take(4, end);
  const source = reader.string(end);
  return new Code(source, readDocument(reader, end, depth + 1));
}

function readTimestamp(reader: Reader, end: number): Timestamp {
  const at = reader.take(8, end);
  return new Timestamp({ t: reader.bytes.readUInt32LE(at + 4), i: reader.bytes.readUInt32LE(at) });
}

function readBoolean(reader: Reader, end: number): boolean {
  const flag = reader.bytes[reader.take(1, end)];
  if (flag !== 0 && flag !== 1) throw invalid('a boolean is neither 0 nor 1');
  return flag === 1;
}

function copyOf(reader: Reader, length: number, end: number): Uint8Array {
  const start = reader.take(length, end);
  return Uint8Array.prototype.slice.call(reader.bytes, start, start + length);
}

function readValue(reader: Reader, type: number, end: number, depth: number): Value {
  const { bytes } = reader;
  switch (type) {
    case 0x01:
      return readNumber(reader, end);
    case 0x02:
      return reader.string(end);
    case documentType:
      return readDocument(reader, end, depth + 1);
    case arrayType:
      return readArray(reader, end, depth + 1);
    case 0x05:
      return readBinary(reader, end);
    case 0x06:
    case 0x0a:
      return null;
    case 0x07:
      return new ObjectId(copyOf(reader, 12, end));
    case 0x08:
      return readBoolean(reader, end);
    case 0x09:
      return new Date(Number(bytes.readBigInt64LE(reader.take(8, end))));
    case 0x0b: {
      const pattern = reader.name(end + 1);
      return new BSONRegExp(pattern, reader.name(end + 1));
    }
    case 0x0d:
      return new Code(reader.string(end));
    case 0x0e:
      return new BSONSymbol(reader.string(end));
    case 0x0f:
      return readCodeWithScope(reader, end, depth);
    case 0x10:
      return bytes.readInt32LE(reader.take(4, end));
    case 0x11:
      return readTimestamp(reader, end);
    case 0x12:
      return bytes.readBigInt64LE(reader.take(8, end));
    case 0x13:
      return new Decimal128(copyOf(reader, 16, end));
    case 0xff:
      return new MinKey();
    case 0x7f:
      return new MaxKey();
    default:
      throw invalid(`unknown or retired type 0x${type.toString(16)}`);
  }
}

/** Decodes only the named fields of a document and skips the others. */
export function decodeFields(bytes: Buffer, names: ReadonlySet<string>): Document {
  const reader = new Reader(bytes, 0);
  return readDocument(reader, bytes.length, 1, (name, type, end) => {
    if (names.has(name)) return false;
    reader.take(valueEnd(bytes, type, reader.position) - reader.position, end);
    return true;
  });
}

/** Reads one whole document. Malformed input is rejected with code 22. */
export function decodeDocument(bytes: Buffer, offset = 0, limit = bytes.length): Document {
  return readDocument(new Reader(bytes, offset), limit, 1);
}

/**
 * Reads the body of a command without the cluster time. Copies documents to be stored into `sequences` unchanged, as if
 * they had arrived in a separate section. Encoding them again would lose text that is not UTF-8.
 */
export function decodeBody(bytes: Buffer, offset: number, limit: number, sequences: Map<string, Buffer[]>): Document {
  const reader = new Reader(bytes, offset);
  return readDocument(reader, limit, 1, (name, type, end) => {
    if (name === '$clusterTime' && type === documentType) {
      passClusterTime(reader, end);
      return true;
    }
    const documents = type === arrayType && listsOfDocuments.has(name) ? readDocumentBytes(reader, end) : undefined;
    if (documents) sequences.set(name, documents);
    return documents !== undefined;
  });
}

/** Wraps bytes returned by SQLite in a Buffer that shares their memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
