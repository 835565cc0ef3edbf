import type { Value } from '../bson/values.ts';
import type { Scope } from '../expression/scope.ts';

/** What becomes of one field of a group. */
export interface Accumulator {
  /** Returns the bytes that it keeps from now on. */
  add(scope: Scope): number;
  result(): Value;
}
