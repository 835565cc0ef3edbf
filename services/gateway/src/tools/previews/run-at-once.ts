import type { Action } from '../../core-client/contract.ts';
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
