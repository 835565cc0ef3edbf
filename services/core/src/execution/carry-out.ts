import { type AnyWriteAction, mayNeedApproval } from '../actions/definition/define-action.ts';
import { counted } from '../domain/text/counted.ts';
import type { ActionContext } from '../engine/context/action-context.ts';
import { AppError } from '../errors/errors.ts';
import { readBalance } from '../store/credits/balance-store.ts';
import { noKeeper } from './answer.ts';
import { answerOfApproval, askForApproval } from './approvals/ask-for-approval.ts';
import { pricedPlan } from './credits/price.ts';
import { execute } from './execute.ts';
import { executeOnce } from './execute-once.ts';
import type { CarriedOut, Execution } from './execution.ts';
import { ApprovalNeeded, reasonForApproval } from './members/require-person.ts';
import { requireRole } from './members/require-role.ts';
import { planAnswer, planDigest } from './plan-digest.ts';
import { recordRefusal } from './record.ts';

export interface DryRun {
  summary: string;
  data: ReturnType<typeof planAnswer> & { approval: { isRequired: boolean; reason: string | null } };
  cost: { credits: number; balance: number };
}

/** What the execution would do, planned by the same code. */
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
  const data = { ...planAnswer(shown, planDigest(action, input, plan)), approval };
  return { summary: plan.summary, data, cost: { credits: plan.cost, balance } };
}

/** Executes, once per Idempotency-Key where there is one, and records refusals in the audit log. */
export async function carryOut(execution: Execution): Promise<CarriedOut> {
  const { context } = execution;
  const key = context.idempotencyKey;
  const earlier = mayNeedApproval(execution.action) ? await answerOfApproval(execution) : null;
  if (earlier !== null) return earlier;
  try {
    requireRole(execution.action, context);
    if (key !== undefined) return await executeOnce(execution, key);
    return await execute(execution, noKeeper);
  } catch (error) {
    if (error instanceof ApprovalNeeded && context.approval === undefined) return askForApproval(execution, error);
    if (error instanceof ApprovalNeeded) throw askAnother(error);
    await recordRefusal(execution, error).catch((failure: unknown) =>
      context.log.warn({ err: failure }, 'refusal not audited'),
    );
    throw error;
  }
}

/** Somebody approved what is more than they may: it stays open for who may. */
function askAnother({ reason }: ApprovalNeeded): AppError {
  return new AppError('requires_person', `${reason} An owner or an admin of the workspace can approve it.`);
}
