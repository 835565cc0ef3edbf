import {
  type Amounts,
  type DailyLimits,
  type LimitedParty,
  reasonForPerson,
} from '../../domain/approvals/daily-limits.ts';
import { autopilotOf, reasonAgainstLaunch } from '../../domain/replies/autopilot/autopilot-rules.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError } from '../../errors/errors.ts';
import { addUsage, readUsage, takeUsage } from '../../store/approvals/connection-usage-store.ts';
import type { PricedPlan } from '../credits/price.ts';

/** Thrown instead of executing, if a person must approve the plan first. */
export class ApprovalNeeded extends Error {
  readonly plan: PricedPlan;
  readonly reason: string;

  constructor(plan: PricedPlan, reason: string) {
    super(reason);
    this.plan = plan;
    this.reason = reason;
  }
}

/** Counter for autopilot launches, shared by all keys and connections of a workspace. */
const autopilotUsage = 'autopilot';

type Cover = { by: 'nobody'; reason: string } | { by: 'limits' | 'autopilot' };

interface Limited {
  id: string;
  limits: DailyLimits;
  who: LimitedParty;
}

/** Everyone whose limits apply. Empty if no credits are spent and no one is contacted. */
function limitedBy({ connection, limitedMember }: ActionContext, { credits, recipients }: Amounts): Limited[] {
  if (credits === 0 && recipients === 0) return [];
  return [
    ...(connection === undefined ? [] : [{ ...connection, who: 'this connection' as const }]),
    ...(limitedMember === undefined ? [] : [{ ...limitedMember, who: 'this member' as const }]),
  ];
}

async function reasonOfLimits(context: ActionContext, wanted: Amounts): Promise<string | null> {
  for (const { id, limits, who } of limitedBy(context, wanted)) {
    const used = await readUsage(context.workspaceId, id, context.now());
    const reason = reasonForPerson(wanted, used, limits, who);
    if (reason !== null) return reason;
  }
  return null;
}

/** Finds the limits or autopilot that cover the plan without a person. */
async function coverOf(context: ActionContext, plan: PricedPlan): Promise<Cover> {
  if (plan.needsPerson !== undefined && context.connection !== undefined)
    return { by: 'nobody', reason: plan.needsPerson };
  const { workspaceId, workspace, now } = context;
  const wanted = amountsOf(plan);
  const reason = await reasonOfLimits(context, wanted);
  if (reason === null) return { by: 'limits' };
  const { launches } = autopilotOf(workspace.autopilotRules);
  if (plan.launchConcerns === undefined || wanted.credits > 0 || !launches.isOn) return { by: 'nobody', reason };
  const { recipients: usedToday } = await readUsage(workspaceId, autopilotUsage, now());
  const against = reasonAgainstLaunch(launches, {
    recipients: wanted.recipients,
    usedToday,
    concerns: plan.launchConcerns,
  });
  return against === null ? { by: 'autopilot' } : { by: 'nobody', reason: `${reason} As for autopilot: ${against}.` };
}

/** Reason why a person must approve the plan. Null within the limits, and without limits. */
export async function reasonForApproval(context: ActionContext, plan: PricedPlan): Promise<string | null> {
  const cover = await coverOf(context, plan);
  return cover.by === 'nobody' ? cover.reason : null;
}

/**
 * Counts the plan against the limits and returns whether autopilot covers it. Call inside the transaction of the
 * effect.
 */
export async function requirePerson(context: ActionContext, plan: PricedPlan): Promise<{ isByAutopilot: boolean }> {
  requirePasswordAtPage(context, plan);
  const cover = await coverOf(context, plan);
  if (cover.by === 'nobody') throw new ApprovalNeeded(plan, cover.reason);
  const wanted = amountsOf(plan);
  const isByAutopilot = cover.by === 'autopilot';
  if (isByAutopilot) await addUsage(context.workspaceId, autopilotUsage, wanted, context.now());
  else await count(context, wanted);
  return { isByAutopilot };
}

/** A person at a page confirms with their password. An approval is the person's decision already. */
function requirePasswordAtPage({ via, approval, hasPassword }: ActionContext, { needsPerson }: PricedPlan): void {
  if (needsPerson === undefined || via !== 'app' || approval !== undefined || hasPassword) return;
  throw new AppError('validation_failed', `${needsPerson} Enter your password.`, { field: 'password' });
}

/**
 * Variant for external calls, outside transactions. No launch makes such calls. Counts immediately, and never exceeds
 * the limits.
 */
export async function requirePersonAtOnce(context: ActionContext, plan: PricedPlan): Promise<void> {
  const wanted = amountsOf(plan);
  if (await takeOfAll(context, wanted)) return;
  // Others who used up the limit may release it before this check. A person still decides.
  throw new ApprovalNeeded(plan, (await reasonOfLimits(context, wanted)) ?? 'Other requests use up the daily limits.');
}

/** Charges every limit that applies, or none. */
async function takeOfAll(context: ActionContext, wanted: Amounts): Promise<boolean> {
  const { workspaceId, now } = context;
  const taken: string[] = [];
  for (const { id, limits } of limitedBy(context, wanted)) {
    if (!(await takeUsage(workspaceId, id, wanted, limits, now()))) {
      for (const one of taken) await addUsage(workspaceId, one, negative(wanted), now());
      return false;
    }
    taken.push(id);
  }
  return true;
}

/** Reverses the counts after a failed external call, because nothing happened. */
export async function takeBackUsage(context: ActionContext, plan: PricedPlan): Promise<void> {
  await count(context, negative(amountsOf(plan)));
}

async function count(context: ActionContext, amounts: Amounts): Promise<void> {
  for (const { id } of limitedBy(context, amounts)) await addUsage(context.workspaceId, id, amounts, context.now());
}

function negative({ credits, recipients }: Amounts): Amounts {
  return { credits: -credits, recipients: -recipients };
}

function amountsOf(plan: PricedPlan): Amounts {
  return { credits: plan.cost, recipients: plan.recipients ?? 0 };
}
