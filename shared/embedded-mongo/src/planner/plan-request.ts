import type { Document } from '../bson/values.ts';
import type { Index } from '../index/index-definition.ts';
import type { Collation } from '../query/collation.ts';
import type { Condition } from '../query/condition.ts';
import type { FoundTest } from './found-test.ts';

/** What a plan is made for. */
export interface PlanRequest {
  conditions: readonly Condition[];
  sort: Document;
  collation?: Collation | undefined;
  hint?: string | Document | undefined;
  /** Indexes newer than the snapshot of a transaction cannot be used in it. */
  canUse?: (index: Index) => boolean;
}

export interface KeyRange {
  start: Buffer;
  end: Buffer;
}

/** How a query finds its documents: along one index, or through the whole collection. */
export interface Plan {
  index?: Index;
  ranges: KeyRange[];
  /** The one key of a unique index that can match. */
  key?: Buffer;
  isReverse: boolean;
  providesSort: boolean;
  /** What is left to test on each document; undefined when the index has answered everything. */
  residual?: FoundTest;
  /** One document may come up several times. */
  needsDedupe: boolean;
  score: number;
}
