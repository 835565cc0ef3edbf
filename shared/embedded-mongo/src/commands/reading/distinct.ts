import { compareValues } from '../../bson/compare.ts';
import { encodeValue } from '../../bson/key-encoding.ts';
import type { Value } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import type { Collation } from '../../query/collation.ts';
import { compileFilter } from '../../query/match.ts';
import { presentAtPath } from '../../query/path.ts';
import { Breather } from '../breathe.ts';
import { type Call, type Command, hintOf } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { findRows, type RowQuery } from './find-rows.ts';
import { matchContextOf } from './query-context.ts';

/** Collects distinct values. The numeric type does not matter, and text follows the collation. */
class DistinctValues {
  private readonly found = new Map<string, Value>();
  private readonly collation: Collation | undefined;

  constructor(collation: Collation | undefined) {
    this.collation = collation;
  }

  add(value: Value): void {
    const key = encodeValue(value).toString('latin1');
    if (this.found.has(key) || this.isSameText(value)) return;
    this.found.set(key, value);
  }

  private isSameText(value: Value): boolean {
    const { collation } = this;
    if (!collation || typeof value !== 'string') return false;
    return [...this.found.values()].some((other) => typeof other === 'string' && collation.compare(other, value) === 0);
  }

  get sorted(): Value[] {
    return [...this.found.values()].sort(compareValues);
  }
}

async function distinct(call: Call): Promise<Reply> {
  const { collection, body } = call;
  if (typeof body.key !== 'string')
    throw new MongoError(14, "BSON field 'distinct.key' is the wrong type, expected type 'string'");
  const context = matchContextOf(call);
  const conditions = compileFilter(call.document('query'), context);
  const query: RowQuery = { conditions, context, hint: hintOf(body.hint) };
  const parts = body.key.split('.');
  const breather = new Breather(call.deadline);
  const values = new DistinctValues(context.collation);
  for (const chunk of collection ? findRows(call.view, collection, query) : []) {
    for (const { document } of chunk) for (const value of presentAtPath(document, parts)) values.add(value);
    if (breather.isDue) await breather.pause();
  }
  return { values: values.sorted, ok };
}

export const distinctCommand: Command = {
  names: ['distinct'],
  inTransaction: true,
  fields: ['key', 'query', 'hint', 'collation'],
  run: distinct,
};
