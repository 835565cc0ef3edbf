import {
  type Amounts,
  type DailyLimits,
  type LimitedParty,
  reasonForPerson,
} from '../../domain/approvals/daily-limits.ts';
import { autopilotOf, reasonAgainstLaunch } from '../../domain/replies/autopilot/autopilot-rules.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { addUsage, readUsage, takeUsage } from '../../store/approvals/connection-usage-store.ts';
import type { PricedPlan } from '../credits/price.ts';

/** Thrown instead of carrying out: a person has to approve this plan first. */
export class ApprovalNeeded extends Error {
  readonly plan: PricedPlan;
  readonly reason: string;

  constructor(plan: PricedPlan, reason: string) {
    super(reason);
    this.plan = plan;
    this.reason = reason;
  }
}

/** What launches by autopilot are counted under, for all keys and connections of a workspace together. */
const autopilotUsage = 'autopilot';

type Cover = { by: 'nobody'; reason: string } | { by: 'limits' | 'autopilot' };

interface Limited {
  id: string;
  limits: DailyLimits;
  who: LimitedParty;
}

/** All whose limits have to be kept; nobody's where nothing is spent and nobody written to. */
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

/** Who covers the plan without a person. */
async function coverOf(context: ActionContext, plan: PricedPlan): Promise<Cover> {
  const { workspaceId, workspace, now } = context;
  const wanted = amountsOf(plan);
  const reason = await reasonOfLimits(context, wanted);
  if (reason === null) return { by: 'limits' };
  const { launches } = autopilotOf(workspace.autopilotRules);
  if (plan.launchConcerns === undefined || wanted.credits > 0 || !launches.isOn) return { by: 'nobody', reason };
  const { recipients: usedToday } = await readUsage(workspaceId, autopilotUsage, now());
  const against = reasonAgainstLaunch(launches, {
    ...{ recipients: wanted.recipients, usedToday },
    concerns: plan.launchConcerns,
  });
  return against === null ? { by: 'autopilot' } : { by: 'nobody', reason: `${reason} As for autopilot: ${against}.` };
}

/** Why a person has to approve the plan; null within the limits, and where none are set. */
export async function reasonForApproval(context: ActionContext, plan: PricedPlan): Promise<string | null> {
  const cover = await coverOf(context, plan);
  return cover.by === 'nobody' ? cover.reason : null;
}

/** Call inside the transaction of the effect: what passes is counted there. Says whether autopilot covers it. */
export async function requirePerson(context: ActionContext, plan: PricedPlan): Promise<{ isByAutopilot: boolean }> {
  const cover = await coverOf(context, plan);
  if (cover.by === 'nobody') throw new ApprovalNeeded(plan, cover.reason);
  const wanted = amountsOf(plan);
  const isByAutopilot = cover.by === 'autopilot';
  if (isByAutopilot) await addUsage(context.workspaceId, autopilotUsage, wanted, context.now());
  else await count(context, wanted);
  return { isByAutopilot };
}

/**
 * The same before an outside call, which no launch makes, outside of transactions: what passes is counted at once, and
 * never beyond the limits.
 */
export async function requirePersonAtOnce(context: ActionContext, plan: PricedPlan): Promise<void> {
  const wanted = amountsOf(plan);
  if (await takeOfAll(context, wanted)) return;
  // Others who have taken the rest may give it back before it is looked at: a person decides all the same.
  throw new ApprovalNeeded(plan, (await reasonOfLimits(context, wanted)) ?? 'Other requests use up the daily limits.');
}

/** Of each whose limits it has to keep, or of none. */
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

/** The call outside failed, so nothing happened. */
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
