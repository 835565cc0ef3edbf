import { placesOf } from './fields.ts';

/**
 * Moves the _id of a valid document to the front and keeps all other bytes. Encoding the document again would lose text
 * that is not UTF-8, and the order of fields with numeric names. Undefined unless there is exactly one _id.
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
