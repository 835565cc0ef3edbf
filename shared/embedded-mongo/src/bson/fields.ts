import { invalid } from './reader.ts';

/** Sizes of the values whose type determines the size. Other values contain their own length. */
const sizes = new Map([
  [0x01, 8],
  [0x06, 0],
  [0x07, 12],
  [0x08, 1],
  [0x09, 8],
  [0x0a, 0],
  [0x10, 4],
  [0x11, 8],
  [0x12, 8],
  [0x13, 16],
  [0x7f, 0],
  [0xff, 0],
]);
const regexType = 0x0b;
const binaryType = 0x05;
const textTypes = new Set([0x02, 0x0d, 0x0e]);
const wholeTypes = new Set([0x03, 0x04, 0x0f]);

/** Position of a field in its document's bytes, from its type to the end of its value. */
export interface FieldPlace {
  start: number;
  value: number;
  end: number;
}

/** Returns the end of the value that begins here. Does not check the length inside the value. */
export function valueEnd(bytes: Buffer, type: number, at: number): number {
  const size = sizes.get(type);
  if (size !== undefined) return at + size;
  if (type === regexType) return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1;
  const length = bytes.readInt32LE(at);
  if (textTypes.has(type)) return at + 4 + length;
  if (type === binaryType) return at + 5 + length;
  if (wholeTypes.has(type)) return at + length;
  throw invalid(`unknown or retired type 0x${type.toString(16)}`);
}

/** All fields with this name in a document, which must be valid. */
export function placesOf(bytes: Buffer, name: string): FieldPlace[] {
  const wanted = Buffer.from(`${name}\0`);
  const found: FieldPlace[] = [];
  for (let start = 4; bytes[start] !== 0; ) {
    const value = bytes.indexOf(0, start + 1) + 1;
    const end = valueEnd(bytes, bytes[start]!, value);
    const isWanted =
      value - start - 1 === wanted.length && bytes.compare(wanted, 0, wanted.length, start + 1, value) === 0;
    if (isWanted) found.push({ start, value, end });
    start = end;
  }
  return found;
}

/** Bytes of a document nested in a valid one. Undefined unless exactly one field has the name. */
export function documentIn(bytes: Buffer, name: string): Buffer | undefined {
  const [place, another] = placesOf(bytes, name);
  return place && !another ? bytes.subarray(place.value, place.end) : undefined;
}
