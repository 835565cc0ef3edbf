import type { Logger } from 'pino';
import { type AnyWriteAction, isRead } from '../../actions/definition/define-action.ts';
import { actions } from '../../actions/index.ts';
import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import type { Actor } from '../../domain/members/actor.ts';
import type { Role } from '../../domain/members/role.ts';
import { cancelHeld } from '../../engine/approvals/held/end-answered.ts';
import { AppError, type ErrorCode, notFound } from '../../errors/errors.ts';
import { unseal } from '../../secrets/secret-box.ts';
import {
  type ApprovalRecord,
  approvalSeal,
  decideApproval,
  endApproval,
  findApproval,
  noteShownPlan,
  purgeTime,
  reopenApproval,
} from '../../store/approvals/approval-store.ts';
import { readBalance } from '../../store/credits/balance-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { findApiKey } from '../../store/members/api-key-store.ts';
import { findStanding } from '../../store/members/membership-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import { creditsPerUnit, pricedPlan } from '../credits/price.ts';
import { type DryRun, dryRun } from '../dry-run.ts';
import type { Execution } from '../execution.ts';
import { makeActionContext, type Services } from '../make-context.ts';
import { limitedMember } from '../members/principal.ts';
import { reasonForApproval } from '../members/require-person.ts';
import { requireRole } from '../members/require-role.ts';
import { keepAsked } from '../sending/keep-manifest.ts';
import { shownPlan } from './ask-for-approval.ts';
import { carryOut } from './carry-out.ts';

/** Member who reviews the approval, in its workspace. */
export interface Decider {
  actor: Actor;
  workspace: WorkspaceRecord;
  role: Role;
  dailyLimits?: DailyLimits;
  /** IP address that the member approves from, recorded for the resulting changes. */
  address: string;
  log: Logger;
}

/** Effects of approving now. Throws the errors that the execution would throw. */
export async function planApproval(services: Services, approval: ApprovalRecord, decider: Decider): Promise<DryRun> {
  const { action, input, context } = executionOf(services, approval, decider);
  return dryRun(action, input, context);
}

/** The plan as it was stored with the request, so that a large one need not be made again. Otherwise the current one. */
export async function shownApproval(services: Services, approval: ApprovalRecord, decider: Decider): Promise<DryRun> {
  const { shown, summary, recipients } = approval;
  if (shown === undefined) return planApproval(services, approval, decider);
  const { context } = executionOf(services, approval, decider);
  const nothing = { summary, effects: [], skipped: [], warnings: [], state: undefined };
  const reason = await reasonForApproval(context, { ...nothing, recipients, cost: shown.cost });
  const cost = { credits: shown.cost, balance: await readBalance(approval.workspaceId) };
  const decided = { approval: { isRequired: reason !== null, reason }, isSmall: false, sentence: summary };
  return { summary, data: { ...shown.data, manifest: null, ...decided }, cost };
}

/**
 * Approves exactly the plan with this digest, and runs it under the request's Idempotency-Key, so that it runs once.
 * Throws `plan_changed` (the approval stays open), `expired`, `invalid_state` (someone else decided), or the error of
 * the execution, which marks the approval as failed.
 */
export async function approve(services: Services, id: string, digest: string, decider: Decider): Promise<void> {
  const approval = await decide(services, id, 'approved', decider);
  const { workspaceId, action } = approval;
  const end = (state: 'executed' | 'failed', outcome: { summary: string; errorCode?: string }) =>
    inTransaction(async () => {
      if (await endApproval(workspaceId, id, state, outcome))
        await addEvent(workspaceId, 'approval.decided', id, { action, state }, services.now());
    });
  try {
    const execution = { ...executionOf(services, approval, decider), expectedDigest: digest };
    const { body } = await carryOut(execution);
    const { summary = '' } = (typeof body === 'string' ? JSON.parse(body) : body) as { summary?: string };
    await end('executed', { summary });
  } catch (error) {
    if (endsApproval(error)) await end('failed', { summary: error.message, errorCode: error.code });
    else if (!isUnderWay(error)) await reopenApproval(workspaceId, id);
    if (error instanceof AppError && error.code === 'plan_changed') await showAgain(services, approval, decider);
    throw error;
  }
}

/** The plan has changed: the approval shows the new one from now on. */
async function showAgain(services: Services, approval: ApprovalRecord, decider: Decider): Promise<void> {
  const execution = executionOf(services, approval, decider);
  const { action, input, context } = execution;
  const plan = await pricedPlan(action, input, context);
  const shown = shownPlan(execution, plan);
  const { workspaceId, id, heldMessageIds } = approval;
  const purgeAt = heldMessageIds === undefined ? purgeTime(services.now()) : undefined;
  await inTransaction(async () => {
    if (shown !== undefined) await noteShownPlan(workspaceId, id, shown);
    await keepAsked({ ...context, actor: approval.actor }, plan, id, purgeAt);
  });
}

/** Errors after which the same request can still be executed. */
const mayBeDecidedAgain = new Set<ErrorCode>([
  'plan_changed',
  'insufficient_credits',
  'idempotency_in_progress',
  'rate_limited',
  'requires_person',
]);

/** True if the request itself was rejected. After an internal error, it can be approved again. */
export function endsApproval(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && !mayBeDecidedAgain.has(error.code);
}

/** True if another member also approved and is executing the request. That execution records the outcome. */
function isUnderWay(error: unknown): boolean {
  return error instanceof AppError && error.code === 'idempotency_in_progress';
}

/** `declineReason` reaches the requester. */
export async function decline(services: Services, id: string, decider: Decider, declineReason = ''): Promise<void> {
  await inTransaction(async () => {
    const { workspaceId, action, heldMessageIds } = await decide(services, id, 'declined', decider, declineReason);
    if (heldMessageIds !== undefined) await cancelHeld(workspaceId, heldMessageIds, services.now());
    await addEvent(workspaceId, 'approval.decided', id, { action, state: 'declined' }, services.now());
  });
}

async function decide(
  { now }: Services,
  id: string,
  state: 'approved' | 'declined',
  { actor, workspace, role }: Decider,
  declineReason?: string,
): Promise<ApprovalRecord> {
  const asked = await findApproval(workspace.id, id);
  if (asked !== null) requireRole(actionNamed(asked.action), { role });
  if (asked !== null && state === 'approved') await requireRequester(asked);
  const decided = await decideApproval(workspace.id, id, { state, decidedBy: actor, declineReason }, now());
  if (decided !== null) return decided;
  const found = await findApproval(workspace.id, id);
  if (found === null) throw notFound('approval', id);
  if (found.state === 'pending')
    throw new AppError('expired', 'The approval request has expired. The client must send the request again.');
  throw new AppError('invalid_state', `It was already decided: ${found.state}.`);
}

/** A request that arrived while its requester's authority ended is never approved. */
async function requireRequester({ workspaceId, actor }: ApprovalRecord): Promise<void> {
  const key = actor.kind === 'api_key' ? await findApiKey(actor.id) : null;
  const requesterId = key?.createdBy ?? actor.userId;
  const isEnded = key?.revokedAt || (requesterId && (await findStanding(workspaceId, requesterId)) === null);
  if (isEnded) throw new AppError('invalid_state', 'Its requester no longer has access to this workspace. Decline it.');
}

/** Execution as the original requester, with the scopes of that time. The audit log names the member who approved. */
function executionOf(
  services: Services,
  approval: ApprovalRecord,
  { actor: by, workspace, dailyLimits, address, log }: Decider,
): Execution {
  const { id, actor, via, scopes, previewId, requestId, idempotencyKey } = approval;
  const limited = { limitedMember: limitedMember(by.id, { dailyLimits }) };
  const principal = { actor, via, scopes, workspace, address, previewId, approval: { id, by }, ...limited };
  const action = actionNamed(approval.action);
  const facts = { requestId, log, idempotencyKey, creditsPerUnit: creditsPerUnit(action) };
  const context = makeActionContext(services, principal, facts);
  return { action, input: inputOf(services, approval), context };
}

function inputOf({ config }: Services, { id, workspaceId, input }: ApprovalRecord): Record<string, unknown> {
  try {
    return JSON.parse(unseal(config.keyRing, approvalSeal(workspaceId, id), input));
  } catch {
    const reason = 'The request cannot be decrypted, because the secret key that encrypted it is no longer available.';
    throw new AppError('invalid_state', `${reason} Decline it, and have the client ask again.`);
  }
}

function actionNamed(name: string): AnyWriteAction {
  const action = actions.find((one) => one.name === name);
  if (action === undefined || isRead(action))
    throw new AppError('invalid_state', `The action ${name} no longer exists.`);
  return action;
}
