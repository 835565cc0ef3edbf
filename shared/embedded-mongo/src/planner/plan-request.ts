import type { Document } from '../bson/values.ts';
import type { Index } from '../index/index-definition.ts';
import type { Collation } from '../query/collation.ts';
import type { Condition } from '../query/condition.ts';
import type { FoundTest } from './found-test.ts';

/** Input of the planner. */
export interface PlanRequest {
  conditions: readonly Condition[];
  sort: Document;
  collation?: Collation | undefined;
  hint?: string | Document | undefined;
  /** Excludes indexes that are newer than the snapshot of the transaction. */
  canUse?: (index: Index) => boolean;
}

export interface KeyRange {
  start: Buffer;
  end: Buffer;
}

/** Search strategy of a query: one index, one plan per branch of an `$or`, or a scan of the whole collection. */
export interface Plan {
  /** Plans of the branches of an `$or`. Their results are united. */
  alternatives?: Plan[];
  index?: Index;
  ranges: KeyRange[];
  /** The only key of a unique index that can match. */
  key?: Buffer;
  isReverse: boolean;
  providesSort: boolean;
  /** Remaining test for each document. Undefined if the index covers all conditions. */
  residual?: FoundTest;
  /** True if the same document can appear several times. */
  needsDedupe: boolean;
  score: number;
}
