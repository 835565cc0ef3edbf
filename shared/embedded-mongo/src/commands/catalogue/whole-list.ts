import type { Raw } from '../../bson/encode.ts';
import { isDocument, toNumber } from '../../bson/values.ts';
import { badValue } from '../../errors.ts';
import type { Call } from '../command.ts';
import type { Reply } from '../error-reply.ts';
import { firstBatch } from '../reading/find.ts';

const batchSizeMax = 1000;

/** Returns a cursor over a complete list, in batches of the requested size. */
export async function wholeList(call: Call, namespace: string, list: Raw[]): Promise<Reply> {
  const cursor = call.document('cursor');
  const asked = isDocument(cursor) ? cursor.batchSize : undefined;
  const size = asked === undefined ? batchSizeMax : toNumber(asked);
  if (!(size >= 0)) throw badValue(`BSON field 'batchSize' value must be >= 0, actual value '${size}'`);
  return firstBatch(call, namespace, [list][Symbol.iterator](), Math.min(size, batchSizeMax), false);
}
