import type { AnyWriteAction } from '../actions/definition/define-action.ts';
import { counted } from '../domain/text/counted.ts';
import type { ActionContext } from '../engine/context/action-context.ts';
import type { ShownPlan } from '../store/approvals/approval-store.ts';
import { readBalance } from '../store/credits/balance-store.ts';
import { pricedPlan } from './credits/price.ts';
import { reasonForApproval } from './members/require-person.ts';
import { requireRole } from './members/require-role.ts';
import { planAnswer, planDigest, type ShownManifest } from './plan-digest.ts';

export interface DryRun {
  summary: string;
  data: ShownPlan['data'] & {
    manifest: ShownManifest | null;
    approval: { isRequired: boolean; reason: string | null };
  };
  cost: { credits: number; balance: number };
}

/** Dry run of an execution, planned by the same code. */
export async function dryRun(
  action: AnyWriteAction,
  input: Record<string, unknown>,
  context: ActionContext,
): Promise<DryRun> {
  requireRole(action, context);
  const plan = await pricedPlan(action, input, context);
  const balance = await readBalance(context.workspaceId);
  const isAffordable = plan.cost <= balance;
  const warning = `This costs ${counted(plan.cost, 'credit')}, the workspace has ${balance}: it would be refused.`;
  const shown = isAffordable ? plan : { ...plan, warnings: [...plan.warnings, warning] };
  const reason = await reasonForApproval(context, plan);
  const approval = { isRequired: reason !== null, reason };
  const data = { ...planAnswer(shown, planDigest(action, input, plan), context), approval };
  return { summary: plan.summary, data, cost: { credits: plan.cost, balance } };
}
