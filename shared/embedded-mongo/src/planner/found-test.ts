import type { Condition } from '../query/condition.ts';
import { fieldsOf, matcherOf } from '../query/match.ts';
import type { Found } from './found.ts';

export type FoundTest = (found: Found) => boolean;

/** Tests documents as they are found: of each, only what the conditions look at is decoded. */
export function foundTest(conditions: readonly Condition[]): FoundTest {
  const matches = matcherOf(conditions);
  const fields = fieldsOf(conditions);
  if (fields === undefined) return (found) => matches(found.document);
  const names = new Set(fields);
  return (found) => matches(found.fields(names));
}
