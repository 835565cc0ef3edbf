import type { AnyReadAction, ReadResult } from '../actions/definition/define-action.ts';
import type { ActionContext } from '../engine/context/action-context.ts';
import { requireRole } from './members/require-role.ts';
import { atSendingClock } from './sending/sending-clock.ts';

/** Executes a read action with validated input, for HTTP and pages. */
export async function read(
  action: AnyReadAction,
  input: Record<string, unknown>,
  context: ActionContext,
): Promise<ReadResult<unknown>> {
  requireRole(action, context);
  return action.run(input, atSendingClock(action, context));
}
