import {
  Binary,
  type BSONRegExp,
  type BSONSymbol,
  type Code,
  Decimal128,
  Double,
  ObjectId,
  type Timestamp,
} from 'bson';
import { MongoError } from '../errors.ts';
import { bsonType, type Document, isInt32, type Value } from './values.ts';
import { Writer } from './writer.ts';

/** An encoded document, usually a stored one, that is copied into a reply unchanged. */
export class Raw {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Content of a reply: values and stored documents. */
export type Encodable = Value | Raw | undefined | Encodable[] | { [field: string]: Encodable };

const depthMax = 200;

function open(writer: Writer, type: number, name: string): void {
  writer.byte(type);
  writer.name(name);
}

function writeNumber(writer: Writer, name: string, value: number): void {
  if (isInt32(value)) {
    open(writer, 0x10, name);
    writer.int32(value);
  } else {
    writeDouble(writer, name, value);
  }
}

function writeDouble(writer: Writer, name: string, value: number): void {
  open(writer, 0x01, name);
  const at = writer.reserve(8);
  writer.buffer.writeDoubleLE(value, at);
}

function writeInt64(writer: Writer, type: number, name: string, value: bigint): void {
  open(writer, type, name);
  const at = writer.reserve(8);
  writer.buffer.writeBigInt64LE(BigInt.asIntN(64, value), at);
}

function writeBinary(writer: Writer, name: string, value: Binary): void {
  open(writer, 0x05, name);
  const bytes = value.buffer.subarray(0, value.position);
  const isOld = value.sub_type === 2;
  writer.int32(bytes.length + (isOld ? 4 : 0));
  writer.byte(value.sub_type);
  if (isOld) writer.int32(bytes.length);
  writer.bytes(bytes);
}

function writeCode(writer: Writer, name: string, value: Code, depth: number): void {
  if (!value.scope) {
    open(writer, 0x0d, name);
    writer.string(String(value.code));
    return;
  }
  open(writer, 0x0f, name);
  const start = writer.reserve(4);
  writer.string(String(value.code));
  writeDocument(writer, value.scope as Document, depth + 1);
  writer.buffer.writeInt32LE(writer.length - start, start);
}

function writeWrapped(writer: Writer, name: string, value: object, type: string, depth: number): void {
  if (value instanceof ObjectId) {
    open(writer, 0x07, name);
    writer.bytes(value.id);
  } else if (value instanceof Double) {
    writeDouble(writer, name, value.value);
  } else if (value instanceof Binary) {
    writeBinary(writer, name, value);
  } else if (value instanceof Decimal128) {
    open(writer, 0x13, name);
    writer.bytes(value.bytes);
  } else if (type === 'Timestamp') {
    open(writer, 0x11, name);
    writer.int32((value as Timestamp).low);
    writer.int32((value as Timestamp).high);
  } else if (type === 'BSONRegExp') {
    open(writer, 0x0b, name);
    writer.name((value as BSONRegExp).pattern);
    writer.name((value as BSONRegExp).options);
  } else if (type === 'BSONSymbol') {
    open(writer, 0x0e, name);
    writer.string((value as BSONSymbol).value);
  } else if (type === 'Code') {
    writeCode(writer, name, value as Code, depth);
  } else if (type === 'MinKey' || type === 'MaxKey') {
    open(writer, type === 'MinKey' ? 0xff : 0x7f, name);
  } else {
    throw new MongoError(1, `cannot write a value of type ${type}`);
  }
}

function writeObject(writer: Writer, name: string, value: object, depth: number): void {
  if (Array.isArray(value)) {
    open(writer, 0x04, name);
    writeArray(writer, value as Encodable[], depth + 1);
  } else if (value instanceof Date) {
    writeInt64(writer, 0x09, name, Number.isNaN(value.getTime()) ? 0n : BigInt(value.getTime()));
  } else if (value instanceof Raw) {
    open(writer, 0x03, name);
    writer.bytes(value.bytes);
  } else {
    const type = bsonType(value);
    if (typeof type === 'string') {
      writeWrapped(writer, name, value, type, depth);
    } else {
      open(writer, 0x03, name);
      writeDocument(writer, value as Document, depth + 1);
    }
  }
}

function writeValue(writer: Writer, name: string, value: Encodable, depth: number): void {
  switch (typeof value) {
    case 'string':
      open(writer, 0x02, name);
      writer.string(value);
      return;
    case 'number':
      writeNumber(writer, name, value);
      return;
    case 'boolean':
      open(writer, 0x08, name);
      writer.byte(value ? 1 : 0);
      return;
    case 'bigint':
      writeInt64(writer, 0x12, name, value);
      return;
    case 'object':
      if (value === null) open(writer, 0x0a, name);
      else writeObject(writer, name, value, depth);
      return;
    default:
      throw new MongoError(1, `cannot write a ${typeof value}`);
  }
}

function writeArray(writer: Writer, values: Encodable[], depth: number): void {
  const start = writer.reserve(4);
  for (let index = 0; index < values.length; index++) writeValue(writer, String(index), values[index] ?? null, depth);
  writer.byte(0);
  writer.buffer.writeInt32LE(writer.length - start, start);
}

export function writeDocument(writer: Writer, document: { [field: string]: Encodable }, depth = 1): void {
  if (depth > depthMax) throw new MongoError(15, `a document is nested deeper than ${depthMax} levels`);
  const start = writer.reserve(4);
  for (const name in document) {
    const value = document[name];
    if (value !== undefined) writeValue(writer, name, value, depth);
  }
  writer.byte(0);
  writer.buffer.writeInt32LE(writer.length - start, start);
}

export function encodeDocument(document: { [field: string]: Encodable }): Buffer {
  const writer = new Writer();
  writeDocument(writer, document);
  return writer.result();
}
