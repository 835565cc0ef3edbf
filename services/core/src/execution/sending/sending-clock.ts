import { type AnyAction, areaOf } from '../../actions/definition/define-action.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { workspaceNow } from '../../engine/workspaces/workspace-clock.ts';

/** Areas whose times are those of sending and of what comes back. */
const sendingAreas: readonly string[] = [
  'campaigns',
  'messages',
  'replies',
  'mailboxes',
  'sandbox',
  'reports',
  'tasks',
];

/** The context as plan and run get it: in the areas of sending the time is the workspace's own. */
export function atSendingClock(action: AnyAction, context: ActionContext): ActionContext {
  const { workspace, now } = context;
  if (!(workspace.clockOffsetMs > 0) || !sendingAreas.includes(areaOf(action))) return context;
  return { ...context, now: () => workspaceNow(workspace, now()) };
}
