import type { Condition } from '../query/condition.ts';
import { fieldsOf, matcherOf } from '../query/match.ts';
import type { Found } from './found.ts';

export type FoundTest = (found: Found) => boolean;

/** Tests found documents. Decodes only the fields that the conditions use. */
export function foundTest(conditions: readonly Condition[]): FoundTest {
  const matches = matcherOf(conditions);
  const fields = fieldsOf(conditions);
  if (fields === undefined) return (found) => matches(found.document);
  const names = new Set(fields);
  return (found) => matches(found.fields(names));
}
