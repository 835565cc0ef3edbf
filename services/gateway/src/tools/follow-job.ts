import { setTimeout as pause } from 'node:timers/promises';
import type { Action } from '../core-client/contract.ts';
import type { Envelope } from '../core-client/core-answer.ts';
import { callContext, type ToolDeps } from './call-context.ts';
import type { ToolContext } from './tool.ts';

const pollIntervalMs = 500;
/** Less than what clients and proxies wait for an answer. */
const followMaxMs = 50_000;
const endedStates = new Set(['completed', 'failed', 'cancelled']);

/** The id of the job that an answer is about or that it started. */
export function jobIdOf(data: unknown): string | undefined {
  const { id, jobId, job } = (data ?? {}) as { id?: unknown; jobId?: unknown; job?: { id?: unknown } };
  return [jobId, job?.id, id].find((each): each is string => typeof each === 'string' && each.startsWith('job_'));
}

/**
 * Reports a job's progress until it ends, or for as long as a client waits; returns its last state. The caller asked for
 * progress, so it expects to wait.
 */
export async function followJob(
  core: ToolDeps['core'],
  getJob: Action | undefined,
  jobId: string,
  context: ToolContext,
): Promise<Envelope | undefined> {
  const { reportProgress, principal } = context;
  if (!reportProgress || !getJob?.scopes.every((scope) => principal.scopes.has(scope))) return undefined;
  let last: Envelope | undefined;
  let reported = -1;
  for (const startedAt = Date.now(); Date.now() - startedAt < followMaxMs; await pause(pollIntervalMs)) {
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
