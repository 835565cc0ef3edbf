import type { Action, Fields } from './generate.ts';

/** One operation that the two did not agree on. */
export interface Difference {
  action: Action;
  own: string;
  other: string;
  /** The code of our refusal. */
  code: number | undefined;
  /** The collection before it, in which both agreed. */
  before: string;
  /** The keys of the collection's indexes. */
  indexes: readonly Fields[];
  /** The collections after it, when the answers agreed and these do not. */
  after?: { own: string; other: string };
}
