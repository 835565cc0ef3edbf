import type { AnyReadAction, ReadResult } from '../actions/definition/define-action.ts';
import type { ActionContext } from '../engine/context/action-context.ts';
import { requireRole } from './members/require-role.ts';
import { atSendingClock } from './sending/sending-clock.ts';

/** Carries a read out, for HTTP and pages; the input is checked already. */
export async function read(
  action: AnyReadAction,
  input: Record<string, unknown>,
  context: ActionContext,
): Promise<ReadResult<unknown>> {
  requireRole(action, context);
  return action.run(input, atSendingClock(action, context));
}
