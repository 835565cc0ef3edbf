import type { Job } from '../../core-client/core-client.ts';
import { ToolError } from '../../errors/errors.ts';
import { ownerOf } from '../../members/principal.ts';
import type { Preview } from '../../store/preview.ts';
import { callContext, hasScopes } from '../call-context.ts';
import { endedStates } from '../follow-job.ts';
import { renderText } from '../text/render-text.ts';
import type { Task, TaskState, ToolContext, ToolResult } from '../tool.ts';
import { type ConfirmDeps, confirmAction } from './confirm-action.ts';
import { NotSettled } from './settle-confirmation.ts';

const pollJobMs = 2_000;
/** A member decides in their own time. */
const pollApprovalMs = 15_000;

/**
 * The state of a confirmed action, under the ID of its preview. Undefined if the caller has confirmed no such action.
 * Reading it carries nothing out: a repeated confirmation returns the stored result.
 */
export async function readTask(deps: ConfirmDeps, id: string, context: ToolContext): Promise<Task | undefined> {
  const preview = await deps.previews.find(ownerOf(context.principal), id);
  if (preview === null || !wasConfirmed(preview)) return undefined;
  const state = await settledState(deps, preview, context);
  // Settling may have ended it, and changed how long it is kept.
  return taskOf((await deps.previews.find(ownerOf(context.principal), id)) ?? preview, state);
}

/** The task in whose state a confirmation left the action. Undefined if it is over. */
export async function openTask(
  deps: ConfirmDeps,
  id: string,
  result: ToolResult,
  context: ToolContext,
): Promise<Task | undefined> {
  const preview = await deps.previews.find(ownerOf(context.principal), id);
  if (preview === null || !wasConfirmed(preview)) return undefined;
  const state = await stateOf(deps, preview, result, context);
  return state.status === 'working' ? taskOf(preview, state) : undefined;
}

/**
 * Stops the job behind a task if the caller may do that. A pending approval stays with the members, who decide it in the
 * application. False if the caller has no such task.
 */
export async function cancelTask(deps: ConfirmDeps, id: string, context: ToolContext): Promise<boolean> {
  const preview = await deps.previews.find(ownerOf(context.principal), id);
  if (preview === null || !wasConfirmed(preview)) return false;
  const { jobId } = preview.outcome ?? {};
  const cancelJob = deps.actions.get('cancel_job');
  if (jobId === undefined || !cancelJob || context.surface.isReadOnly) return true;
  if (!hasScopes(cancelJob, context)) return true;
  const once = { idempotencyKey: `cancel-${id}`, planDigest: '' };
  await deps.core.call(cancelJob, { jobId }, once, await callContext(context, id));
  return true;
}

/** An approval stays with a preview that may be confirmed again after it. */
function wasConfirmed({ state, approval }: Preview): boolean {
  return state === 'running' || state === 'waiting' || state === 'done' || state === 'failed' || approval !== undefined;
}

async function settledState(deps: ConfirmDeps, preview: Preview, context: ToolContext): Promise<TaskState> {
  const { _id: confirmationId, state, summary: what, weight, lease } = preview;
  if (state === 'cancelled') return { status: 'cancelled', message: 'It was withdrawn before a member decided.' };
  if (state === 'running' && lease !== undefined && lease.until > deps.now()) return stillRunning;
  if (state === 'pending' || state === 'declined') return { status: 'completed', result: notDone };
  try {
    const { reportProgress: _none, ...quiet } = context;
    const result = await confirmAction(deps, weight, { confirmationId, what }, quiet);
    const settled = await deps.previews.find(ownerOf(context.principal), confirmationId);
    return await stateOf(deps, settled ?? preview, result, context);
  } catch (error) {
    if (error instanceof NotSettled) return stillRunning;
    if (!(error instanceof ToolError)) throw error;
    return { status: 'completed', result: { text: error.message, isError: true } };
  }
}

const stillRunning: TaskState = { status: 'working', message: 'It is running.' };

const notDone: ToolResult = {
  text: 'Not done, and nothing was recorded: confirm it again with the same confirmationId, or prepare it again.',
  isError: true,
};

async function stateOf(
  deps: ConfirmDeps,
  preview: Preview,
  result: ToolResult,
  context: ToolContext,
): Promise<TaskState> {
  if (preview.state === 'waiting' && preview.approval)
    return { status: 'working', message: `A member of the workspace has to approve it: ${preview.approval.url}` };
  const job = await readJob(deps, preview.outcome?.jobId, context);
  if (job === undefined) return { status: 'completed', result };
  if (job === 'unknown') return stillRunning;
  const changedAt = new Date(job.updatedAt);
  if (!endedStates.has(job.state)) return { status: 'working', message: progressOf(job), changedAt };
  if (job.state === 'cancelled') return { status: 'cancelled', message: progressOf(job), changedAt };
  return {
    status: 'completed',
    changedAt,
    result: {
      ...result,
      text: `${result.text}\njob now:\n${renderText(job, '  ')}`,
      structured: { ...result.structured, job },
      ...(job.state === 'failed' && { isError: true }),
    },
  };
}

/** Undefined if the caller may not read jobs, so that the result of the call is all there is. Unknown if the core is away. */
async function readJob(
  { core, actions }: ConfirmDeps,
  jobId: string | undefined,
  context: ToolContext,
): Promise<Job | 'unknown' | undefined> {
  const getJob = actions.get('get_job');
  if (jobId === undefined || !getJob || !hasScopes(getJob, context)) return undefined;
  const answer = await core.job(jobId, await callContext(context));
  if (answer.ok) return answer.envelope.data;
  return answer.failure.kind === 'refused' ? undefined : 'unknown';
}

function progressOf({ title, state, done, total }: Job): string {
  return `${title}: ${state}, ${done}${total === null ? '' : ` of ${total}`} done.`;
}

function taskOf({ _id: id, state: previewState, createdAt, finishedAt, purgeAt }: Preview, state: TaskState): Task {
  const pollIntervalMs = previewState === 'waiting' ? pollApprovalMs : pollJobMs;
  return {
    id,
    createdAt,
    changedAt: state.changedAt ?? finishedAt ?? createdAt,
    keptUntil: purgeAt,
    pollIntervalMs,
    state,
  };
}
