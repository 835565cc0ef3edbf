import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Action } from '../../core-client/contract.ts';
import type { CoreAnswer, CoreFailure } from '../../core-client/core-answer.ts';
import { ToolError } from '../../errors.ts';
import { ownerOf } from '../../identity/principal.ts';
import type { Preview, PreviewOutcome } from '../../store/preview-store.ts';
import { callContext, requireScopes, type ToolDeps } from '../call-context.ts';
import { describeFailure } from '../describe-failure.ts';
import { followJob, jobIdOf } from '../follow-job.ts';
import { renderRead } from '../read-action.ts';
import { renderText } from '../text/render-text.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { keepPreview, type Plan } from './prepare-action.ts';

/** Longer than all attempts of one call to the core, and the wait for one still running there, together. */
const LEASE_MS = 90_000;
const WAIT_MAX_MS = 20_000;
const RUNNING_STEP_MS = 250;
const WAIT_STEP_MS = 40;
const WAIT_STEP_MAX_MS = 500;
const SECOND_CHANCE_MS = 15 * 60_000;
/** Refusals after which the same plan may still be carried out: nothing was recorded. */
const TRY_AGAIN = new Set([401, 402, 403, 429]);

export const UNKNOWN_CONFIRMATION =
  'No pending action has this confirmationId; it may have expired. Prepare the action again.';

export type ConfirmDeps = ToolDeps & { actions: ReadonlyMap<string, Action> };

/** Runs a prepared action exactly once; whoever confirms it again gets the same result. */
export async function confirmAction(deps: ConfirmDeps, id: string, context: ToolContext): Promise<ToolResult> {
  const leaseOwner = randomUUID();
  const owner = ownerOf(context.principal);
  const startedAt = Date.now();
  for (let waitMs = WAIT_STEP_MS; ; waitMs = Math.min(waitMs * 2, WAIT_STEP_MAX_MS)) {
    const claimed = await deps.previews.claim(owner, id, leaseOwner, deps.now(), LEASE_MS);
    if (claimed) return execute(deps, claimed, leaseOwner, context);
    const preview = await deps.previews.find(owner, id);
    if (preview?.state === 'done') return replay(preview.outcome as PreviewOutcome);
    if (preview?.state === 'failed') throw new ToolError((preview.outcome as PreviewOutcome).text);
    if (preview?.state === 'cancelled')
      throw new ToolError('This action was cancelled; prepare it again if it is wanted.');
    if (preview?.state !== 'running') throw new ToolError(UNKNOWN_CONFIRMATION);
    if (Date.now() - startedAt > WAIT_MAX_MS) {
      throw new ToolError(
        'The action is still running; confirm again in a moment to see its result, it runs only once.',
      );
    }
    await pause(waitMs);
  }
}

async function execute(
  deps: ConfirmDeps,
  preview: Preview,
  leaseOwner: string,
  context: ToolContext,
): Promise<ToolResult> {
  const action = deps.actions.get(preview.action);
  if (!action) throw new ToolError(UNKNOWN_CONFIRMATION);
  try {
    requireScopes(action, context);
    const { idempotencyKey, planDigest, input } = preview;
    const call = await callContext(context, preview._id);
    const answer = await untilSettled(() => deps.core.call(action, input, { idempotencyKey, planDigest }, call));
    if (!answer.ok) return await settleFailure(deps, action, preview, leaseOwner, context, answer.failure);
    const { text, structured } = renderRead(action, answer.envelope);
    const outcome = { text, structured: { status: 'done', action: action.name, ...structured } };
    await deps.previews.finish(preview._id, leaseOwner, 'done', outcome);
    const job = await lastJobState(deps, answer.envelope.data, context);
    const more = job ? `\njob now:\n${renderText(job, '  ')}` : '';
    return {
      text: `Done. ${text}${more}`,
      structured: { ...outcome.structured, ...(job && { job }), replayed: false },
    };
  } catch (error) {
    // The core may have carried it out: it stays confirmable, under the same idempotency key.
    await deps.previews.release(preview._id, leaseOwner, secondChance(deps));
    throw error;
  }
}

/** Asks again, under the same key, while an earlier attempt still runs in the core. */
async function untilSettled(ask: () => Promise<CoreAnswer>): Promise<CoreAnswer> {
  const startedAt = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer.ok || !isStillRunning(answer.failure) || Date.now() - startedAt > WAIT_MAX_MS) return answer;
    await pause(RUNNING_STEP_MS);
  }
}

function isStillRunning(failure: CoreFailure): boolean {
  return failure.kind === 'refused' && failure.code === 'idempotency_in_progress';
}

/** Long work goes on as a job; a client that asked for progress sees it here. It is done either way. */
async function lastJobState(deps: ConfirmDeps, data: unknown, context: ToolContext) {
  const jobId = jobIdOf(data);
  const envelope = jobId && (await followJob(deps.core, deps.actions.get('get_job'), jobId, context));
  return envelope ? (envelope.data as Record<string, unknown>) : undefined;
}

async function settleFailure(
  deps: ConfirmDeps,
  action: Action,
  preview: Preview,
  leaseOwner: string,
  context: ToolContext,
  failure: CoreFailure,
): Promise<ToolResult> {
  if (failure.kind === 'refused' && failure.code === 'plan_changed') {
    await deps.previews.finish(preview._id, leaseOwner, 'failed', {
      text: 'The plan changed; confirm the newer preview.',
    });
    return showNewPlan(deps, action, preview, context, failure);
  }
  if (failure.kind === 'unknown' || isStillRunning(failure)) {
    throw new ToolError(
      'It is not known yet whether this was done; confirm again with the same id, it cannot happen twice.',
    );
  }
  const message = describeFailure(failure);
  const isFinal = failure.kind === 'refused' && !TRY_AGAIN.has(failure.status);
  if (isFinal) await deps.previews.finish(preview._id, leaseOwner, 'failed', { text: message });
  else await deps.previews.release(preview._id, leaseOwner, preview.expiresAt);
  throw new ToolError(message);
}

async function showNewPlan(
  deps: ConfirmDeps,
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

function replay({ text, structured }: PreviewOutcome): ToolResult {
  return { text: `Done already, this is the same result. ${text}`, structured: { ...structured, replayed: true } };
}

function secondChance(deps: ToolDeps): Date {
  return new Date(deps.now().getTime() + SECOND_CHANCE_MS);
}
