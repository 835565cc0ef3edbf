import { setTimeout as pause } from 'node:timers/promises';
import type { Action } from '../core-client/contract.ts';
import type { Envelope } from '../core-client/core-answer.ts';
import { callContext, hasScopes, type ToolDeps } from './call-context.ts';
import type { ToolContext } from './tool.ts';

const pollIntervalMs = 500;
/** Shorter than the response timeouts of clients and proxies. */
const followMaxMs = 50_000;
export const endedStates = new Set(['completed', 'failed', 'cancelled']);

/** ID of the job that a response describes or started. */
export function jobIdOf(data: unknown): string | undefined {
  const { id, jobId, job } = (data ?? {}) as { id?: unknown; jobId?: unknown; job?: { id?: unknown } };
  return [jobId, job?.id, id].find((each): each is string => typeof each === 'string' && each.startsWith('job_'));
}

/**
 * Reports a job's progress until it ends or the time limit is reached, and returns its last state. The caller requested
 * progress, so it expects to wait.
 */
export async function followJob(
  core: ToolDeps['core'],
  getJob: Action | undefined,
  jobId: string,
  context: ToolContext,
): Promise<Envelope | undefined> {
  const { reportProgress } = context;
  if (!reportProgress || !getJob || !hasScopes(getJob, context)) return undefined;
  let last: Envelope | undefined;
  let reported = -1;
  for (const startedAt = performance.now(); performance.now() - startedAt < followMaxMs; await pause(pollIntervalMs)) {
    const answer = await core.job(jobId, await callContext(context));
    if (!answer.ok) return last;
    last = answer.envelope;
    const { state, done, total, title } = answer.envelope.data;
    if (done > reported) await reportProgress(done, total ?? undefined, `${title}: ${state}`);
    reported = Math.max(reported, done);
    if (endedStates.has(state)) return last;
  }
  return last;
}
