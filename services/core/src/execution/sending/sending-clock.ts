import { type AnyAction, areaOf } from '../../actions/definition/define-action.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { workspaceNow } from '../../engine/workspaces/workspace-clock.ts';

/** Areas that use the clock for sending and receiving. */
const sendingAreas: readonly string[] = [
  'campaigns',
  'messages',
  'replies',
  'mailboxes',
  'sandbox',
  'reports',
  'tasks',
];

/** Context for plan and run. In the sending areas, the time is the workspace's own. */
export function atSendingClock(action: AnyAction, context: ActionContext): ActionContext {
  const { workspace, now } = context;
  if (!(workspace.clockOffsetMs > 0) || !sendingAreas.includes(areaOf(action))) return context;
  return { ...context, now: () => workspaceNow(workspace, now()) };
}
