import {
  type Amounts,
  type DailyLimits,
  type LimitedParty,
  reasonForPerson,
} from '../domain/approvals/daily-limits.ts';
import { autopilotOf, reasonAgainstLaunch } from '../domain/autopilot/autopilot-rules.ts';
import type { ActionContext } from '../engine/action-context.ts';
import { addUsage, readUsage, takeUsage } from '../store/requests/connection-usage-store.ts';
import type { PricedPlan } from './price.ts';

/** Thrown instead of carrying out: a person has to approve this plan first. */
export class ApprovalNeeded extends Error {
  readonly plan: PricedPlan;
  readonly reason: string;

  constructor(plan: PricedPlan, reason: string) {
    super(reason);
    this.name = 'ApprovalNeeded';
    this.plan = plan;
    this.reason = reason;
  }
}

/** What launches by autopilot are counted under, for all keys and connections of a workspace together. */
const autopilotUsage = 'autopilot';

type Cover = { by: 'nobody'; reason: string } | { by: 'limits' | 'autopilot' } | null;

interface Limited {
  id: string;
  limits: DailyLimits;
  who: LimitedParty;
}

/** All whose limits the plan has to keep. */
function limitedIn({ connection, limitedMember }: ActionContext): Limited[] {
  return [
    ...(connection === undefined ? [] : [{ ...connection, who: 'this connection' as const }]),
    ...(limitedMember === undefined ? [] : [{ ...limitedMember, who: 'this member' as const }]),
  ];
}

async function reasonOfLimits(context: ActionContext, wanted: Amounts): Promise<string | null> {
  for (const { id, limits, who } of limitedIn(context)) {
    const used = await readUsage(context.workspaceId, id, context.now());
    const reason = reasonForPerson(wanted, used, limits, who);
    if (reason !== null) return reason;
  }
  return null;
}

/** Who covers the plan without a person; null: nothing in it needs one. */
async function coverOf(context: ActionContext, plan: PricedPlan): Promise<Cover> {
  const { workspaceId, workspace, now } = context;
  const wanted = amountsOf(plan);
  if (limitedIn(context).length === 0 || (wanted.credits === 0 && wanted.recipients === 0)) return null;
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
  return cover?.by === 'nobody' ? cover.reason : null;
}

/** Call inside the transaction of the effect: what passes is counted there. Says whether autopilot covers it. */
export async function requirePerson(context: ActionContext, plan: PricedPlan): Promise<{ isByAutopilot: boolean }> {
  const cover = await coverOf(context, plan);
  if (cover?.by === 'nobody') throw new ApprovalNeeded(plan, cover.reason);
  const isByAutopilot = cover?.by === 'autopilot';
  if (isByAutopilot) await addUsage(context.workspaceId, autopilotUsage, amountsOf(plan), context.now());
  else await count(context, plan, 1);
  return { isByAutopilot };
}

/** The same before an outside call, outside of transactions: what passes is counted at once, and never beyond the limits. */
export async function requirePersonAtOnce(context: ActionContext, plan: PricedPlan): Promise<void> {
  const cover = await coverOf(context, plan);
  if (cover?.by === 'nobody') throw new ApprovalNeeded(plan, cover.reason);
  const wanted = amountsOf(plan);
  if (cover?.by !== 'limits' || (await takeOfAll(context, wanted))) return;
  // Others have taken the rest since it was looked at, and may give it back again: a person decides all the same.
  throw new ApprovalNeeded(plan, (await reasonOfLimits(context, wanted)) ?? 'Other requests use up the daily limits.');
}

/** Of each whose limits it has to keep, or of none. */
async function takeOfAll(context: ActionContext, wanted: Amounts): Promise<boolean> {
  const { workspaceId, now } = context;
  const taken: string[] = [];
  for (const { id, limits } of limitedIn(context)) {
    if (!(await takeUsage(workspaceId, id, wanted, limits, now()))) {
      for (const one of taken) await addUsage(workspaceId, one, negative(wanted), now());
      return false;
    }
    taken.push(id);
  }
  return true;
}

/** The call outside failed, so nothing happened. */
export function takeBackUsage(context: ActionContext, plan: PricedPlan): Promise<void> {
  return count(context, plan, -1);
}

async function count(context: ActionContext, plan: PricedPlan, sign: 1 | -1): Promise<void> {
  const wanted = amountsOf(plan);
  if (wanted.credits === 0 && wanted.recipients === 0) return;
  const counted = sign === 1 ? wanted : negative(wanted);
  for (const { id } of limitedIn(context)) await addUsage(context.workspaceId, id, counted, context.now());
}

function negative({ credits, recipients }: Amounts): Amounts {
  return { credits: -credits, recipients: -recipients };
}

function amountsOf(plan: PricedPlan): Amounts {
  return { credits: plan.cost, recipients: plan.recipients ?? 0 };
}
