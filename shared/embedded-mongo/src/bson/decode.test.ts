import { deserialize, serialize, Timestamp } from 'bson';
import { describe, expect, test } from 'vitest';
import { oneOfEachType } from '../../test/one-of-each-type.ts';
import { decodeBody, decodeDocument, decodeFields } from './decode.ts';
import { encodeDocument } from './encode.ts';
import type { Document } from './values.ts';

const slots = 1024;

/** Different names of the same length that share the same cache slots. */
function crowd(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `n${String(at).padStart(6, '0')}`);
}

describe('the decoder', () => {
  test.each([['a'], ['Ã©'], ['é'], ['\u00c3\u00a9'], ['name of a length that is not kept'], ['名前'], ['']])(
    'reads the field name %j as written',
    (name) => {
      for (let turn = 0; turn < 3; turn++) {
        const bytes = Buffer.from(serialize({ [name]: turn }));
        expect(Object.entries(decodeDocument(bytes))).toEqual([[name, turn]]);
      }
    },
  );

  test('never confuses field names, however many there are', () => {
    const names = crowd(4 * slots);
    for (const turn of [1, 2]) {
      for (const name of names)
        expect(decodeDocument(Buffer.from(serialize({ [name]: turn })))).toEqual({ [name]: turn });
    }
  });

  test('accepts field names of the prototype', () => {
    const bytes = Buffer.from(serialize(JSON.parse('{"__proto__": 1, "constructor": 2}')));
    expect(Object.entries(decodeDocument(bytes))).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });

  test('rejects a field name without an end', () => {
    const bytes = Buffer.from([9, 0, 0, 0, 0x10, 0x61, 0x61, 0x61, 0]);
    bytes[8] = 0x61;
    expect(() => decodeDocument(bytes)).toThrow(/terminator/);
    const inner = Buffer.from([8, 0, 0, 0, 0x0a, 0x61, 0x61, 0, 0x61]);
    expect(() => decodeDocument(inner)).toThrow(/too early|past the end|no end/);
  });
});

test.each([
  [0, 0],
  [1, 2],
  [0xffffffff, 0xfffffffe],
])('reads and writes a timestamp of %d seconds and %d', (t, i) => {
  const bytes = Buffer.from(serialize({ at: new Timestamp({ t, i }) }));
  const { at } = decodeDocument(bytes);
  expect(at).toEqual(new Timestamp({ t, i }));
  expect(encodeDocument({ at })).toEqual(bytes);
});

test.each([
  '',
  'short',
  'x'.repeat(15),
  'x'.repeat(16),
  'x'.repeat(17),
  'é'.repeat(8),
  'a名b',
  '\ud83d\ude00',
  '\ud800',
])('writes the text %j as the driver does', (text) => {
  expect(encodeDocument({ text, [text]: 1 })).toEqual(Buffer.from(serialize({ text, [text]: 1 })));
});

test('rejects a field name with a null byte', () => {
  expect(() => encodeDocument({ 'a\0b': 1 })).toThrow(/null byte/);
});

function body(bytes: Buffer, sequences = new Map<string, Buffer[]>()): Document {
  return decodeBody(bytes, 0, bytes.length, sequences);
}

test('skips the cluster time of a command, but checks its type and its length', () => {
  const clusterTime = new Timestamp({ t: 1, i: 1 });
  const bytes = Buffer.from(serialize({ ping: 1, $clusterTime: { clusterTime }, $db: 'x' }));
  expect(body(bytes)).toEqual({ ping: 1, $db: 'x' });
  const nested = Buffer.from(serialize({ inner: { $clusterTime: { a: 1 } } }));
  expect(body(nested)).toEqual(deserialize(nested));
  const wrong = Buffer.from(serialize({ ping: 1, $clusterTime: { clusterTime: {} } }));
  expect(() => body(wrong)).toThrow(/expected type 'timestamp'/);
  bytes.writeInt32LE(1_000, bytes.indexOf('$clusterTime\0') + '$clusterTime\0'.length);
  expect(() => body(bytes)).toThrow(/longer than its frame/);
});

test('keeps the bytes of documents to be stored', () => {
  const documents = [{ a: 1 }, { 'b c': ['é'] }];
  const sequences = new Map<string, Buffer[]>();
  expect(body(Buffer.from(serialize({ insert: 'some', documents, $db: 'x' })), sequences)).toEqual({
    insert: 'some',
    $db: 'x',
  });
  expect(sequences.get('documents')).toEqual(documents.map((document) => Buffer.from(serialize(document))));
});

test.each([[[1]], [[{ a: 1 }, 'b']]])('reads a list with other values than documents as values: %j', (documents) => {
  const sequences = new Map<string, Buffer[]>();
  expect(body(Buffer.from(serialize({ insert: 'some', documents, $db: 'x' })), sequences)).toEqual({
    insert: 'some',
    documents,
    $db: 'x',
  });
  expect(sequences.size).toBe(0);
});

test('rejects a document that is longer than its list', () => {
  const bytes = Buffer.from(serialize({ insert: 'some', documents: [{ a: 1 }], $db: 'x' }));
  bytes.writeInt32LE(1_000, bytes.indexOf('0\0', bytes.indexOf('documents')) + 2);
  expect(() => body(bytes)).toThrow(/longer than its frame/);
});

test.each(Object.keys(oneOfEachType))(
  'reads single fields as in the whole document and skips the others: %s',
  (name) => {
    const bytes = Buffer.from(serialize({ ...oneOfEachType, end: 1 }));
    const whole = decodeDocument(bytes);
    expect(decodeFields(bytes, new Set([name, 'end', 'other']))).toEqual({ [name]: whole[name], end: 1 });
  },
);

test('rejects skipped fields with an unknown type or a wrong length', () => {
  const bytes = Buffer.from(serialize({ a: 'text', b: 1 }));
  const broken = (at: number, value: number) => Buffer.from(bytes.map((byte, index) => (index === at ? value : byte)));
  expect(() => decodeFields(broken(4, 0x33), new Set(['b']))).toThrow('invalid BSON');
  expect(() => decodeFields(broken(7, 0x7f), new Set(['b']))).toThrow('invalid BSON');
});
