import type { AnyWriteAction } from '../actions/definition/define-action.ts';
import type { ActionContext } from '../engine/context/action-context.ts';

/** One action to be carried out, with its input and its context. */
export interface Execution {
  action: AnyWriteAction;
  input: Record<string, unknown>;
  context: ActionContext;
  /** The plan that the caller has seen and agreed to. */
  expectedDigest?: string;
}

export interface CarriedOut {
  status: number;
  /** The envelope; text where it is stored under an Idempotency-Key, so that a replay has the same bytes. */
  body: Record<string, unknown> | string;
  isReplay: boolean;
}
