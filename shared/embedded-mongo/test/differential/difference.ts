import type { Action, Fields } from './generate.ts';

/** One operation whose results differ between the engines. */
export interface Difference {
  action: Action;
  own: string;
  other: string;
  /** Our error code. */
  code: number | undefined;
  /** The collection before the operation, which was the same in both engines. */
  before: string;
  /** The keys of the collection's indexes. */
  indexes: readonly Fields[];
  /** The collections after the operation, if the responses agree but the collections differ. */
  after?: { own: string; other: string };
}
