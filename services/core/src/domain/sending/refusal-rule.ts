import type { FaultCause, FaultPhase } from './fault-cause.ts';

/** One row of the table: what an answer has to look like, and what it then means. Everything named has to fit. */
export interface RefusalRule {
  cause: FaultCause;
  phases?: readonly FaultPhase[];
  /** `4` or `5`: the first digit of the answer. */
  digit?: 4 | 5;
  codes?: readonly number[];
  /** Of the enhanced status code (RFC 3463), from its start. */
  enhanced?: RegExp;
  text?: RegExp;
}
