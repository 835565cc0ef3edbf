import type { Action } from '../../core-client/contract.ts';
import { renderText } from '../text/render-text.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { type ConfirmDeps, confirmAction } from './confirm-action.ts';
import { confirmToolOf } from './weight.ts';

/** True if plans of the action may run without a confirmation: a person has enabled that, and it is declared small. */
export function mayRunAtOnce({ undo }: Action, { principal }: Pick<ToolContext, 'principal'>): boolean {
  return principal.runsAtOnce && undo !== undefined;
}

/** Carries out the action that was just prepared if its plan is small. Everything else stays a preview. */
export async function runAtOnce(
  deps: ConfirmDeps,
  { undo }: Action,
  prepared: ToolResult,
  context: ToolContext,
): Promise<ToolResult> {
  const { isSmall, confirmationId, what, confirmWith, needsApproval } = (prepared.structured ?? {}) as Record<
    string,
    string
  >;
  if (!isSmall || confirmWith !== confirmToolOf('change') || needsApproval || !confirmationId || !what) return prepared;
  const { text, structured } = await confirmAction(deps, 'change', { confirmationId, what }, context);
  if (structured?.status !== 'done') return { text, ...(structured && { structured }) };
  return { text: `${text}\nTo undo: ${undo}`, structured: { ...structured, undo } };
}

/**
 * Requests the approval of a member immediately if it is needed anyway. A person then decides once, on the page. Nothing
 * is sent by this.
 */
export async function askAtOnce(deps: ConfirmDeps, prepared: ToolResult, context: ToolContext): Promise<ToolResult> {
  const { confirmationId, what, confirmWith, needsApproval } = (prepared.structured ?? {}) as Record<string, string>;
  if (confirmWith !== confirmToolOf('send') || !needsApproval || !confirmationId || !what) return prepared;
  const { structured } = await confirmAction(deps, 'send', { confirmationId, what }, context);
  if (structured?.status !== 'waiting_for_approval') return prepared;
  const { status, approvalUrl, expiresAt, next } = structured;
  const waiting = { ...prepared.structured, status, approvalUrl, expiresAt, next };
  return { text: renderText(waiting), structured: waiting };
}
