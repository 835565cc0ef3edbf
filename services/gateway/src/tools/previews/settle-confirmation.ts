import type { Action } from '../../core-client/contract.ts';
import type { CoreAnswer, CoreFailure } from '../../core-client/core-answer.ts';
import { ToolError } from '../../errors/errors.ts';
import type { Preview, PreviewApproval } from '../../store/preview.ts';
import type { ToolDeps } from '../call-context.ts';
import { describeFailure } from '../describe-failure.ts';
import { renderText } from '../text/render-text.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { keepPreview, type Plan } from './prepare-action.ts';

/** Rejections after which the same plan may still be carried out, because nothing was recorded. */
const retryableStatuses = new Set([401, 402, 403, 429]);
/** A member decided, or the approval expired. Asking again does not change that. */
const decidedCodes = new Set(['approval_declined', 'approval_expired']);

/** The outcome is not known yet. Asking again shows it. */
export class NotSettled extends ToolError {}

/** Status 202 with an approval: nothing has happened yet, and a workspace member decides in the application. */
export function approvalIn(answer: CoreAnswer & { ok: true }): PreviewApproval | undefined {
  if (answer.status !== 202) return undefined;
  return (answer.envelope.data as { approval?: PreviewApproval } | null)?.approval;
}

export async function waitForApproval(
  deps: ToolDeps,
  preview: Preview,
  leaseOwner: string,
  { id, url, reason, expiresAt }: PreviewApproval,
): Promise<ToolResult> {
  await deps.previews.wait(preview._id, leaseOwner, { id, url, reason, expiresAt });
  const structured = {
    status: 'waiting_for_approval',
    confirmationId: preview._id,
    summary: `Nothing has happened yet: ${preview.summary}`,
    reason,
    approvalUrl: url,
    expiresAt,
    next: 'A member of the workspace has to approve it in the application: give the user the link. Approving carries it out; get_action tells what became of it. Do not prepare it again.',
  };
  return { text: renderText(structured), structured };
}

export async function settleFailure(
  deps: ToolDeps,
  action: Action,
  preview: Preview,
  leaseOwner: string,
  context: ToolContext,
  failure: CoreFailure,
): Promise<ToolResult> {
  if (failure.kind === 'refused' && failure.code === 'plan_changed') {
    const outcome = { text: 'The plan changed; confirm the newer preview.' };
    const shown = await showNewPlan(deps, action, preview, context, failure);
    await deps.previews.finish(preview._id, leaseOwner, 'failed', outcome, deps.now());
    return shown;
  }
  if (failure.kind === 'unknown' || isStillRunning(failure)) {
    throw new NotSettled(
      'It is not known yet whether this was done; confirm again with the same id, it cannot happen twice.',
    );
  }
  const message = describeFailure(failure);
  if (failure.kind === 'unavailable' && preview.approval) throw new NotSettled(message);
  const isFinal =
    failure.kind === 'refused' && (decidedCodes.has(failure.code) || !retryableStatuses.has(failure.status));
  if (isFinal) await deps.previews.finish(preview._id, leaseOwner, 'failed', { text: message }, deps.now());
  else await deps.previews.release(preview._id, leaseOwner, preview.expiresAt);
  throw new ToolError(message);
}

async function showNewPlan(
  deps: ToolDeps,
  action: Action,
  preview: Preview,
  context: ToolContext,
  failure: CoreFailure & { kind: 'refused' },
): Promise<ToolResult> {
  const plan = (failure.data ?? {}) as Plan;
  const { structured = {} } = await keepPreview(deps, action, preview.input, context, plan, failure.cost);
  const changed = { ...structured, status: 'plan_changed' };
  return {
    text: `The plan has changed since it was shown, so nothing was done.\n${renderText(changed)}`,
    structured: changed,
  };
}

export function isStillRunning(failure: CoreFailure): boolean {
  return failure.kind === 'refused' && failure.code === 'idempotency_in_progress';
}
