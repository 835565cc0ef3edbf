import { placesOf } from './fields.ts';

/**
 * The bytes of a document, which must be a valid one, with its _id in front and all else as it came: made again from
 * values, text that is not UTF-8 and the order of fields whose names are numbers would be lost. Undefined when there is
 * not exactly one _id.
 */
export function idInFront(bytes: Buffer): Buffer | undefined {
  const [place, another] = placesOf(bytes, '_id');
  if (!place || another) return undefined;
  const { start, end } = place;
  return Buffer.concat([
    bytes.subarray(0, 4),
    bytes.subarray(start, end),
    bytes.subarray(4, start),
    bytes.subarray(end),
  ]);
}
