import type { AnyWriteAction } from '../actions/definition/define-action.ts';
import type { ActionContext } from '../engine/context/action-context.ts';

/** An action to execute, with its input and context. */
export interface Execution {
  action: AnyWriteAction;
  input: Record<string, unknown>;
  context: ActionContext;
  /** Digest of the plan that the caller saw and confirmed. */
  expectedDigest?: string;
}

export interface CarriedOut {
  status: number;
  /** Response envelope. Text if it is stored under an Idempotency-Key, so that a replay returns the same bytes. */
  body: Record<string, unknown> | string;
  isReplay: boolean;
}
