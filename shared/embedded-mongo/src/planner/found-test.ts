import type { Condition } from '../query/condition.ts';
import { matcherOf } from '../query/match.ts';
import type { Found } from './found.ts';

export type FoundTest = (found: Found) => boolean;

/** The fields that conditions look at; undefined when one of them may look at all. */
function fieldsOf(conditions: readonly Condition[]): string[] | undefined {
  const names: string[] = [];
  for (const { path, branches } of conditions) {
    const looked = path === undefined ? branches && fieldsOf(branches.flat()) : [path.split('.')[0]!];
    if (!looked) return undefined;
    names.push(...looked);
  }
  return names;
}

/** Tests documents as they are found: of each, only what the conditions look at is decoded. */
export function foundTest(conditions: readonly Condition[]): FoundTest {
  const matches = matcherOf(conditions);
  const fields = fieldsOf(conditions);
  if (fields === undefined) return (found) => matches(found.document);
  const names = new Set(fields);
  return (found) => matches(found.fields(names));
}
