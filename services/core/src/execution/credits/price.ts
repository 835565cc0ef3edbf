import { type AnyAction, type AnyWriteAction, mayNeedApproval } from '../../actions/definition/define-action.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import type { Plan } from '../../engine/context/plan.ts';
import { atSendingClock } from '../sending/sending-clock.ts';

export interface PricedPlan extends Plan<unknown> {
  /** Maximum number of credits. */
  cost: number;
}

export function creditsPerUnit({ price }: AnyAction): number {
  return price?.credits ?? 0;
}

/** Only place where units become credits. */
export function creditsFor(action: AnyAction, units: number): number {
  return units * creditsPerUnit(action);
}

/** Plan of the action with its cost, used for both dry run and execution. */
export async function pricedPlan(action: AnyWriteAction, input: unknown, ctx: ActionContext): Promise<PricedPlan> {
  const plan: Plan<unknown> = await action.plan(input, atSendingClock(action, ctx));
  const cost = creditsFor(action, plan.units ?? 0);
  if ((plan.recipients || cost > 0) && !mayNeedApproval(action))
    throw new Error(`${action.name} has to say that it spends or sends`);
  if (plan.needsPerson !== undefined && !action.mayNeedPerson)
    throw new Error(`${action.name} has to say that it may need a person`);
  return { ...plan, cost };
}
