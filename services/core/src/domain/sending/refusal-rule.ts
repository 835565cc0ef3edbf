import type { FaultCause, FaultPhase } from './fault-cause.ts';

/** One row of the table: the pattern of a response and its cause. All given conditions must match. */
export interface RefusalRule {
  cause: FaultCause;
  phases?: readonly FaultPhase[];
  /** `4` or `5`: first digit of the reply code. */
  digit?: 4 | 5;
  codes?: readonly number[];
  /** Matches the start of the enhanced status code (RFC 3463). */
  enhanced?: RegExp;
  text?: RegExp;
}
