import type { Encodable } from '../bson/encode.ts';
import { asDouble } from '../bson/values.ts';
import { MongoError } from '../errors.ts';

export interface Reply {
  [field: string]: Encodable;
}

/** The double 1, which MongoDB sends for success. */
export const ok = asDouble(1);

export function errorReply(error: unknown): Reply {
  const known = error instanceof MongoError ? error : unexpected(error as Error);
  const reply: Reply = {
    ok: asDouble(0),
    errmsg: known.message,
    code: known.code,
    codeName: known.codeName,
    ...(known.details as Reply),
  };
  if (known.labels.length > 0) reply.errorLabels = known.labels;
  return reply;
}

function unexpected(error: Error): MongoError {
  if (error instanceof RangeError && /call stack/.test(error.message))
    return new MongoError(15, 'the input is nested too deeply');
  return new MongoError(1, `internal error: ${error.message}`);
}
