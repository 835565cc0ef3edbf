import { invalid, type Reader } from './reader.ts';

/** Bytes of the values that are as long as their type says; the others tell themselves. */
const lengths = new Map(
  Object.entries({
    0: [0x06, 0x0a, 0x7f, 0xff],
    1: [0x08],
    4: [0x10],
    8: [0x01, 0x09, 0x11, 0x12],
    12: [0x07],
    16: [0x13],
  }).flatMap(([length, types]) => types.map((type) => [type, Number(length)] as const)),
);
const regularExpression = 0x0b;
/** What else there is beside its text or bytes in the length that a value tells: all of it, a subtype, nothing. */
const besides = new Map([
  [0x03, -4],
  [0x04, -4],
  [0x0f, -4],
  [0x05, 1],
  [0x02, 0],
  [0x0d, 0],
  [0x0e, 0],
]);

/** Goes on behind a value without making it. */
export function passValue(reader: Reader, type: number, end: number): void {
  if (type === regularExpression) {
    reader.name(end + 1);
    reader.name(end + 1);
    return;
  }
  const length = lengths.get(type);
  const beside = besides.get(type);
  if (length !== undefined) reader.take(length, end);
  else if (beside !== undefined) reader.take(reader.bytes.readInt32LE(reader.take(4, end)) + beside, end);
  else throw invalid(`unknown or retired type 0x${type.toString(16)}`);
}
