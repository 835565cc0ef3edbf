import type { AnyReadAction, ReadResult } from '../actions/define-action.ts';
import type { ActionContext } from '../engine/action-context.ts';
import { requireRole } from './require-role.ts';
import { atSendingClock } from './sending-clock.ts';

/** Carries a read out, for HTTP and pages; the input is checked already. */
export async function read(
  action: AnyReadAction,
  input: Record<string, unknown>,
  context: ActionContext,
): Promise<ReadResult<unknown>> {
  requireRole(action, context);
  return action.run(input, atSendingClock(action, context));
}
