import { approvalStateAt } from '../../domain/approvals/approval-state.ts';
import { readManifest } from '../../engine/approvals/manifest/read-manifest.ts';
import { type ApprovalRecord, findApprovalIn } from '../../engine/approvals/waiting-approvals.ts';
import { personActor } from '../../engine/members/audit-person.ts';
import { AppError } from '../../errors/errors.ts';
import { approve, type Decider, decline, shownApproval } from '../../execution/approvals/decide-approval.ts';
import type { DryRun } from '../../execution/dry-run.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { manifestShown } from '../shown/manifest-shown.ts';
import { shown } from '../shown/shown-value.ts';
import { wishOf } from '../shown/wish-of.ts';
import { withNames } from '../shown/with-names.ts';
import { hrefAfter, showDesk, titleOf } from './approvals-desk.ts';
import { placeIn } from './place-in.ts';

const shownEffectsMax = 25;
const reasonMax = 300;

/** Shows one execution requested by a client or key, exactly as it would happen. */
export function approvalPage(router: WebRouter, deps: WebDeps): void {
  router.get('/app/approvals/:approvalId', requireMember, async (ctx) => show(ctx, deps, await askedFor(ctx)));
  router.post('/app/approvals/:approvalId', requireMember, (ctx) => decide(ctx, deps));
}

/** A requested approval and the person who views it. */
interface Asked {
  approval: ApprovalRecord;
  decider: Decider;
}

/** Searches all workspaces of the person, because the link does not know which one they have open. */
export async function askedFor(ctx: WebContext, approvalId = ctx.params.approvalId!): Promise<Asked> {
  const { user, workspaces } = memberIn(ctx);
  const found = await findApprovalIn(
    workspaces.map(({ id }) => id),
    approvalId,
  );
  if (found === null) throw new AppError('not_found', 'There is no such approval in your workspaces.');
  const { approval, workspace } = found;
  const { role, dailyLimits } = workspaces.find(({ id }) => id === workspace.id)!;
  const decider = { actor: personActor(user), workspace, role, dailyLimits, address: ctx.ip, log: ctx.state.log };
  return { approval, decider };
}

/** The current plan, or the reason why it cannot run. */
export async function shownPlanOf(deps: WebDeps, { approval, decider }: Asked): Promise<DryRun | { problem: string }> {
  try {
    return await shownApproval(deps, approval, decider);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { problem: `It cannot be done now: ${error.message}` };
  }
}

/** Approves the plan with this digest, or declines it. Returns the reason if the decision was not carried out. */
export async function decideOn(
  deps: WebDeps,
  asked: Asked,
  { decision, digest, reason = '' }: { decision: string; digest: string; reason?: string },
): Promise<AppError | null> {
  try {
    if (decision === 'decline') await decline(deps, asked.approval.id, asked.decider, reason.slice(0, reasonMax));
    else await approve(deps, asked.approval.id, digest, asked.decider);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return error;
  }
}

async function show(ctx: WebContext, deps: WebDeps, asked: Asked, problem?: string): Promise<void> {
  const { approval, decider } = asked;
  const state = approvalStateAt(approval.state, approval.expiresAt, deps.now());
  const view = { path: `/app/approvals/${approval.id}`, baseUrl: deps.config.baseUrl, after: placeIn(ctx) };
  const found = await readManifest(approval.workspaceId, approval.id);
  const isOpen = state === 'pending' || state === 'approved';
  const plan = isOpen ? await shownPlanOf(deps, asked) : null;
  const isPlanned = plan !== null && !('problem' in plan);
  await showDesk(ctx, deps, approval.id, {
    request: {
      approval: { ...approval, state, summary: wishOf(approval.summary) },
      title: titleOf(approval),
      workspaceName: decider.workspace.name,
      manifest: found && (await manifestShown(found, view, approval.differences)),
      isOpen,
      isEndless: approval.heldMessageIds !== undefined,
      plan: isPlanned ? await shownPlan(decider.workspace.id, plan.data) : null,
      cost: isPlanned ? plan.cost : null,
    },
    problem: problem ?? (plan !== null && 'problem' in plan ? plan.problem : undefined),
  });
}

async function shownPlan(workspaceId: string, plan: DryRun['data']) {
  return {
    ...plan,
    effects: plan.effects.slice(0, shownEffectsMax),
    more: Math.max(0, plan.effectCount - shownEffectsMax),
    preview: await withNames(workspaceId, shown(plan.preview)),
  };
}

async function decide(ctx: WebContext, deps: WebDeps): Promise<void> {
  const asked = await askedFor(ctx);
  const [decision, digest, reason] = [fieldIn(ctx, 'decision'), fieldIn(ctx, 'digest'), fieldIn(ctx, 'reason')];
  const isOnDesk = fieldIn(ctx, 'next') !== '';
  const next = isOnDesk ? await hrefAfter(ctx, deps, asked.approval.id) : `/app/approvals/${asked.approval.id}`;
  const refusal = await decideOn(deps, asked, { decision, digest, reason });
  if (refusal === null) {
    if (isOnDesk)
      sayNext(ctx, deps, `${titleOf(asked.approval)}: ${decision === 'decline' ? 'declined' : 'approved'}.`);
    return ctx.redirect(next);
  }
  ctx.status = refusal.status;
  const changed = 'Something has changed since this was shown. Look at it again before you approve.';
  await show(ctx, deps, await askedFor(ctx), refusal.code === 'plan_changed' ? changed : refusal.message);
}
