import type { Value } from '../bson/values.ts';
import type { Scope } from '../expression/scope.ts';

/** Accumulates one field of a group. */
export interface Accumulator {
  /** Returns the bytes kept in memory from now on. */
  add(scope: Scope): number;
  result(): Value;
}
