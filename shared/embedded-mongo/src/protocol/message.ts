import { decodeBody, decodeDocument } from '../bson/decode.ts';
import { type Encodable, writeDocument } from '../bson/encode.ts';
import { Writer } from '../bson/writer.ts';
import type { Request } from '../commands/request.ts';
import { MongoError } from '../errors.ts';

export const headerBytes = 16;
export const messageBytesMax = 48_000_000;
export const opReply = 1;
export const opQuery = 2004;
export const opMessage = 2013;

const hasChecksum = 1;
const isMoreToCome = 2;
const requiredFlags = 0xffff;

function protocolError(reason: string): MongoError {
  return new MongoError(17, reason);
}

/** Parses one whole message. Throws if it is malformed. */
export function parseMessage(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const operation = message.readInt32LE(12);
  if (operation === opMessage) return parseOpMessage(message, id);
  if (operation === opQuery) return parseOpQuery(message, id);
  throw protocolError(`operation code ${operation} is not supported`);
}

function parseOpMessage(message: Buffer, id: number): Request {
  if (message.length < headerBytes + 5) throw protocolError('a message is too short');
  const flags = message.readUInt32LE(headerBytes);
  if ((flags & requiredFlags & ~(hasChecksum | isMoreToCome)) !== 0) throw protocolError(`unknown flags ${flags}`);
  let end = message.length;
  if (flags & hasChecksum) {
    end -= 4;
    if (crc32c(message.subarray(0, end)) !== message.readUInt32LE(end)) throw protocolError('the checksum is wrong');
  }
  const request: Request = {
    id,
    isLegacy: false,
    wantsReply: (flags & isMoreToCome) === 0,
    body: {},
    sequences: new Map(),
  };
  readSections(message, end, request);
  return request;
}

function readSections(message: Buffer, end: number, request: Request): void {
  let at = headerBytes + 4;
  let hasBody = false;
  while (at < end) {
    const kind = message[at]!;
    const size = at + 5 <= end ? message.readInt32LE(at + 1) : -1;
    if (size < 5 || at + 1 + size > end) throw protocolError('a section is longer than its message');
    if (kind === 0) {
      if (hasBody) throw protocolError('a message has two bodies');
      hasBody = true;
      request.body = decodeBody(message, at + 1, at + 1 + size, request.sequences);
    } else if (kind === 1) {
      readSequence(message.subarray(at + 5, at + 1 + size), request);
    } else {
      throw protocolError(`unknown section kind ${kind}`);
    }
    at += 1 + size;
  }
  if (!hasBody) throw protocolError('a message has no body');
}

function readSequence(section: Buffer, request: Request): void {
  const stop = section.indexOf(0);
  if (stop < 0) throw protocolError('a document sequence has no name');
  const documents: Buffer[] = [];
  let at = stop + 1;
  while (at < section.length) {
    const size = at + 4 <= section.length ? section.readInt32LE(at) : -1;
    if (size < 5 || at + size > section.length) throw protocolError('a document is longer than its section');
    documents.push(section.subarray(at, at + size));
    at += size;
  }
  request.sequences.set(section.toString('utf8', 0, stop), documents);
}

/** The legacy format, which drivers still use for the first hello. */
function parseOpQuery(message: Buffer, id: number): Request {
  const stop = message.indexOf(0, headerBytes + 4);
  if (stop < 0 || stop + 9 > message.length) throw protocolError('a message is too short');
  const name = message.toString('utf8', headerBytes + 4, stop);
  if (!name.endsWith('.$cmd')) throw protocolError('OP_QUERY is only supported for hello');
  const body = decodeDocument(message, stop + 9, message.length - trailing(message, stop + 9));
  return { id, isLegacy: true, wantsReply: true, body: { ...body, $db: name.slice(0, -5) }, sequences: new Map() };
}

/** A field selector can follow the query. */
function trailing(message: Buffer, start: number): number {
  const size = start + 4 <= message.length ? message.readInt32LE(start) : 0;
  return Math.max(0, message.length - start - size);
}

let nextId = 1;

export function buildReply(request: Request, reply: { [field: string]: Encodable }): Buffer {
  const writer = new Writer(1024);
  writer.reserve(headerBytes);
  if (request.isLegacy) {
    writer.int32(8);
    writer.int32(0);
    writer.int32(0);
    writer.int32(0);
    writer.int32(1);
  } else {
    writer.int32(0);
    writer.byte(0);
  }
  writeDocument(writer, reply);
  const message = writer.result();
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(nextId++ & 0x7fffffff, 4);
  message.writeInt32LE(request.id, 8);
  message.writeInt32LE(request.isLegacy ? opReply : opMessage, 12);
  return message;
}

const polynomial = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_entry, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  return value;
});

/** The Castagnoli checksum in OP_MSG (RFC 3720, appendix B.4). */
function crc32c(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = table[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
}
