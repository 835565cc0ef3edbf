import { cutText } from '@outbound/node-service/text/cut-text';
import { approvalStateAt } from '../../domain/approvals/approval-state.ts';
import { digestOf } from '../../domain/values/canonical-json.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { planSentence } from '../../engine/context/plan-sentence.ts';
import { AppError, type ErrorCode } from '../../errors/errors.ts';
import { seal } from '../../secrets/secret-box.ts';
import {
  type ApprovalRecord,
  approvalSeal,
  findApprovalByKey,
  insertApproval,
  newApprovalId,
  purgeTime,
  type ShownPlan,
} from '../../store/approvals/approval-store.ts';
import { inTransaction, isDuplicateKey } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import type { PricedPlan } from '../credits/price.ts';
import type { CarriedOut, Execution } from '../execution.ts';
import type { ApprovalNeeded } from '../members/require-person.ts';
import { planAnswer, planDigest } from '../plan-digest.ts';
import { recordApprovalRequest } from '../record.ts';
import { keepAsked } from '../sending/keep-manifest.ts';

const subjectsMax = 2_000;
const summaryLengthMax = 500;

/** Stores the execution for a person to decide, and responds with 202 and the URL for the decision. */
export async function askForApproval(execution: Execution, needed: ApprovalNeeded): Promise<CarriedOut> {
  const { action, input, context } = execution;
  const { workspaceId, requestId, previewId, now } = context;
  const id = newApprovalId();
  const idempotencyKey = context.idempotencyKey ?? id;
  const { plan, reason } = needed;
  const connectionId = askerOf(context)!;
  const sealed = seal(context.config.keyRing, approvalSeal(workspaceId, id), JSON.stringify(input));
  const subjectIds = plan.effects.flatMap((effect) => effect.id ?? []).slice(0, subjectsMax);
  const { actor, via, scopes } = context;
  const size = { credits: plan.cost, recipients: plan.recipients ?? 0 };
  try {
    const approval = await inTransaction(async () => {
      await recordApprovalRequest(execution, id, plan.summary);
      await addEvent(workspaceId, 'approval.requested', id, { action: action.name, ...size }, now());
      await keepAsked(context, plan, id, purgeTime(now()));
      const shown = shownPlan(execution, plan);
      return insertApproval(id, {
        ...(shown && { shown }),
        ...(plan.differences && { differences: plan.differences }),
        workspaceId,
        connectionId,
        actor,
        via,
        scopes: [...scopes],
        action: action.name,
        input: sealed,
        ...size,
        inputDigest: digestOf(input),
        idempotencyKey,
        previewId,
        requestId,
        reason,
        subjectIds,
        createdAt: now(),
        summary: cutText(planSentence(plan, { credits: plan.cost, input }), summaryLengthMax),
      });
    });
    return answerWaiting(approval, context);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await answerOfApproval(execution))!;
  }
}

/** Plan to show again as it is. Undefined without a manifest: such plans are made again for each view. */
export function shownPlan({ action, input, context }: Execution, plan: PricedPlan): ShownPlan | undefined {
  if (plan.manifest === undefined || plan.manifest.people.length === 0) return undefined;
  const { manifest: _stored, ...data } = planAnswer(plan, planDigest(action, input, plan), context);
  return { data, cost: plan.cost };
}

/** The key or connection, or the member in the app. Undefined if no limits apply, or if a person has approved. */
function askerOf({ connection, limitedMember, approval }: ActionContext): string | undefined {
  return approval === undefined ? (connection ?? limitedMember)?.id : undefined;
}

/**
 * State of an approval that an earlier request with this Idempotency-Key created. Null means that the execution
 * continues.
 */
export async function answerOfApproval({ action, input, context }: Execution): Promise<CarriedOut | null> {
  const { workspaceId, idempotencyKey, now } = context;
  const asker = askerOf(context);
  if (asker === undefined || idempotencyKey === undefined) return null;
  const approval = await findApprovalByKey(workspaceId, action.name, idempotencyKey);
  if (approval === null) return null;
  if (approval.connectionId !== asker || approval.inputDigest !== digestOf(input)) {
    throw new AppError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each logical request.',
    );
  }
  const state = approvalStateAt(approval.state, approval.expiresAt, now());
  if (state === 'pending' || state === 'approved') return answerWaiting(approval, context);
  if (state === 'declined' || state === 'cancelled') throw declined(approval);
  if (state === 'expired') throw new AppError('approval_expired');
  if (state === 'failed') {
    const { errorCode = 'invalid_state', summary = 'It failed when it was approved.' } = approval.outcome ?? {};
    throw new AppError(errorCode as ErrorCode, summary);
  }
  return null;
}

export function approvalUrl(baseUrl: string, approvalId: string): string {
  return `${baseUrl}/app/approvals/${approvalId}`;
}

function answerWaiting(approval: ApprovalRecord, { config, now, connection }: ActionContext): CarriedOut {
  const { id, expiresAt, reason } = approval;
  const state = approvalStateAt(approval.state, expiresAt, now());
  const url = approvalUrl(config.baseUrl, id);
  const data = { approval: { id, url, state, reason, expiresAt: expiresAt.toISOString() } };
  const who = connection === undefined ? 'an owner or an admin' : 'a member';
  const summary = `Nothing has happened yet. Needs approval by ${who} of the workspace at ${url}.`;
  return { status: 202, body: { ok: true, summary, data }, isReplay: false };
}

/** The reason is the member's own words. */
function declined({ declineReason }: ApprovalRecord): AppError {
  return declineReason === undefined
    ? new AppError('approval_declined')
    : new AppError('approval_declined', `A person declined this: ${declineReason}`);
}
