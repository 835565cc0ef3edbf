import type { AnyWriteAction } from '../actions/definition/define-action.ts';
import { counted } from '../domain/text/counted.ts';
import type { ActionContext } from '../engine/context/action-context.ts';
import { planSentence } from '../engine/context/plan-sentence.ts';
import { readBalance } from '../store/credits/balance-store.ts';
import { pricedPlan } from './credits/price.ts';
import { reasonForApproval } from './members/require-person.ts';
import { requireRole } from './members/require-role.ts';
import { planAnswer, planDigest } from './plan-digest.ts';
import { isSmallChange } from './small-change.ts';

export interface DryRun {
  summary: string;
  data: ReturnType<typeof planAnswer> & {
    approval: { isRequired: boolean; reason: string | null };
    isSmall: boolean;
    sentence: string;
  };
  cost: { credits: number; balance: number };
  /** Reason why a person at a page has to enter their password. */
  needsPerson?: string;
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
  const warning = `This costs ${counted(plan.cost, 'credit')}, but the workspace has ${balance}. It would be rejected.`;
  const shown = isAffordable ? plan : { ...plan, warnings: [...plan.warnings, warning] };
  const reason = await reasonForApproval(context, plan);
  const sentence = planSentence(plan, { credits: plan.cost, input });
  const isSmall = isSmallChange(action, input, plan);
  const approval = { isRequired: reason !== null, reason };
  const data = { ...planAnswer(shown, planDigest(action, input, plan)), approval, isSmall, sentence };
  return { summary: plan.summary, data, cost: { credits: plan.cost, balance }, needsPerson: plan.needsPerson };
}
