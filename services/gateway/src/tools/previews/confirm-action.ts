import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Action } from '../../core-client/contract.ts';
import type { CoreAnswer } from '../../core-client/core-answer.ts';
import { ToolError } from '../../errors/errors.ts';
import { ownerOf } from '../../members/principal.ts';
import type { Preview, PreviewOutcome, Weight } from '../../store/preview.ts';
import { callContext, requireScopes, type ToolDeps } from '../call-context.ts';
import { inShort } from '../default-fields.ts';
import { followJob, jobIdOf } from '../follow-job.ts';
import { renderRead } from '../read-action.ts';
import { renderText } from '../text/render-text.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { stillPossible } from './agreement-page.ts';
import { sentenceOf } from './prepare-action.ts';
import { approvalIn, isStillRunning, NotSettled, settleFailure, waitForApproval } from './settle-confirmation.ts';
import { confirmToolOf } from './weight.ts';

/** Renewed during the work, so that after a crash, the next confirmation takes over within 10 seconds. */
const leaseDurationMs = 8_000;
const leaseRenewalMs = 2_000;
const waitMaxMs = 20_000;
const runningStepMs = 250;
const waitStepMs = 40;
const waitStepMaxMs = 500;
const secondChanceMs = 15 * 60_000;

export const unknownConfirmation =
  'No pending action has this confirmationId; it may have expired. Prepare the action again.';

const wrongSentence =
  'Not done: "what" is not the sentence of this preview. Copy it from the preview, as it was shown to the user.';

export interface ConfirmDeps extends ToolDeps {
  actions: ReadonlyMap<string, Action>;
}

/** The caller's approval: the preview's ID and its one sentence. */
export interface Confirmation {
  confirmationId: string;
  what: string;
}

/** Previews that still need a person's agreement. Throws any error that confirming them would throw. */
export async function previewsToAgree(
  { previews, now }: ConfirmDeps,
  weight: Weight,
  confirmations: readonly Confirmation[],
  { principal }: ToolContext,
): Promise<Preview[]> {
  const found = await Promise.all(
    confirmations.map(async ({ confirmationId, what }) => {
      const preview = await previews.find(ownerOf(principal), confirmationId);
      requireSameAction(preview, weight, what, now());
      return preview!;
    }),
  );
  // A person who decides on the page is not asked here as well.
  return found.filter(
    ({ state, agreedAt, facts }) => state === 'pending' && agreedAt === undefined && !facts?.needsApproval,
  );
}

/** Runs a prepared action exactly once. A repeated confirmation returns the same result. */
export async function confirmAction(
  deps: ConfirmDeps,
  weight: Weight,
  { confirmationId: id, what }: Confirmation,
  context: ToolContext,
): Promise<ToolResult> {
  const leaseOwner = randomUUID();
  const owner = ownerOf(context.principal);
  const approved = { weight, summary: sentenceOf(what) };
  const startedAt = performance.now();
  for (let waitMs = waitStepMs; ; waitMs = Math.min(waitMs * 2, waitStepMaxMs)) {
    const claimed = await deps.previews.claim({ ...owner, ...approved }, id, leaseOwner, deps.now(), leaseDurationMs);
    if (claimed) return execute(deps, claimed, leaseOwner, context);
    const preview = await deps.previews.find(owner, id);
    requireSameAction(preview, weight, what, deps.now());
    if (preview?.state === 'done') return replay(preview.outcome as PreviewOutcome);
    if (preview?.state === 'failed') throw new ToolError((preview.outcome as PreviewOutcome).text);
    if (preview?.state === 'declined')
      throw new ToolError(`Not done: the answer in the client was no. ${stillPossible(deps.baseUrl, preview)}`);
    if (preview?.state === 'cancelled')
      throw new ToolError('This action was cancelled; prepare it again if it is wanted.');
    if (preview?.state !== 'running') throw new ToolError(unknownConfirmation);
    if (performance.now() - startedAt > waitMaxMs) {
      throw new NotSettled(
        'The action is still running; confirm again in a moment to see its result, it runs only once.',
      );
    }
    await pause(waitMs);
  }
}

/** The call contains the sentence, so that every client's own dialog shows the approved action. */
function requireSameAction(preview: Preview | null, weight: Weight, what: string, now: Date): void {
  if (!preview || (isOpen(preview) && preview.expiresAt <= now)) throw new ToolError(unknownConfirmation);
  if (preview.weight !== weight)
    throw new ToolError(`Not done: this action is confirmed with ${confirmToolOf(preview.weight)}.`);
  if (sentenceOf(what) !== preview.summary) throw new ToolError(wrongSentence);
}

function isOpen({ state }: Preview): boolean {
  return state === 'pending' || state === 'declined' || state === 'waiting';
}

async function execute(
  deps: ConfirmDeps,
  preview: Preview,
  leaseOwner: string,
  context: ToolContext,
): Promise<ToolResult> {
  const action = deps.actions.get(preview.action);
  if (!action) throw new ToolError(unknownConfirmation);
  const renewal = setInterval(() => void renewLease(deps, preview._id, leaseOwner), leaseRenewalMs);
  try {
    requireScopes(action, context);
    const { idempotencyKey, planDigest, input, facts } = preview;
    // A question without the texts is not enough. Behind a key, there is no one to ask.
    const asksPerson = facts?.needsApproval || (facts?.isCut && context.principal.kind === 'oauth');
    const call = await callContext(context, preview._id);
    const answer = await callUntilSettled(() =>
      deps.core.call(action, input, { idempotencyKey, planDigest, asksPerson }, call),
    );
    if (!answer.ok) return await settleFailure(deps, action, preview, leaseOwner, context, answer.failure);
    const approval = approvalIn(answer);
    if (approval) return await waitForApproval(deps, preview, leaseOwner, approval);
    const { text, structured } = renderRead(action, { ...answer.envelope, data: inShort(answer.envelope.data) });
    const jobId = jobIdOf(answer.envelope.data);
    const outcome = {
      text,
      structured: { status: 'done', action: action.name, ...structured },
      ...(jobId && { jobId }),
    };
    await deps.previews.finish(preview._id, leaseOwner, 'done', outcome, deps.now());
    const job = await lastJobState(deps, jobId, context);
    const more = job ? `\njob now:\n${renderText(job, '  ')}` : '';
    return {
      text: `Done. ${text}${more}`,
      structured: { ...outcome.structured, ...(job && { job }), replayed: answer.isReplay },
    };
  } catch (error) {
    // The core may have carried it out. The preview stays confirmable, under the same idempotency key.
    if (preview.approval) await deps.previews.wait(preview._id, leaseOwner, preview.approval);
    else await deps.previews.release(preview._id, leaseOwner, renewedExpiry(deps));
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** The next renewal makes up for a failed one. */
async function renewLease({ previews, now }: ConfirmDeps, id: string, leaseOwner: string): Promise<void> {
  await previews.renew(id, leaseOwner, now(), leaseDurationMs).catch(() => undefined);
}

/** Asks again, under the same key, while an earlier attempt still runs in the core. */
async function callUntilSettled(ask: () => Promise<CoreAnswer>): Promise<CoreAnswer> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer.ok || !isStillRunning(answer.failure) || performance.now() - startedAt > waitMaxMs) return answer;
    await pause(runningStepMs);
  }
}

/** Long work continues as a job. A client that requested progress sees it here. The job runs either way. */
async function lastJobState(deps: ConfirmDeps, jobId: string | undefined, context: ToolContext) {
  const envelope = jobId && (await followJob(deps.core, deps.actions.get('get_job'), jobId, context));
  return envelope ? (envelope.data as Record<string, unknown>) : undefined;
}

function replay({ text, structured }: PreviewOutcome): ToolResult {
  return { text: `Done already, this is the same result. ${text}`, structured: { ...structured, replayed: true } };
}

function renewedExpiry(deps: ToolDeps): Date {
  return new Date(deps.now().getTime() + secondChanceMs);
}
