import type { Action } from '../../core-client/contract.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { type ConfirmDeps, confirmAction } from './confirm-action.ts';
import { confirmToolOf } from './weight.ts';

/** What a connection does without a confirmation, because a person has said so: small, and it can be taken back. */
export function mayRunAtOnce({ undo }: Action, { principal }: Pick<ToolContext, 'principal'>): boolean {
  return principal.runsAtOnce && undo !== undefined;
}

/** Carries out what was just prepared; whatever turns out to send, spend or need a member stays a preview. */
export async function runAtOnce(
  deps: ConfirmDeps,
  { undo }: Action,
  prepared: ToolResult,
  context: ToolContext,
): Promise<ToolResult> {
  const { confirmationId, what, confirmWith, needsApproval } = (prepared.structured ?? {}) as Record<string, string>;
  if (confirmWith !== confirmToolOf('change') || needsApproval || !confirmationId || !what) return prepared;
  const { text, structured } = await confirmAction(deps, 'change', { confirmationId, what }, context);
  if (structured?.status !== 'done') return { text, ...(structured && { structured }) };
  return { text: `${text}\nTo undo: ${undo}`, structured: { ...structured, undo } };
}
