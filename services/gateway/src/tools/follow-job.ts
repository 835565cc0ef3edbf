import { setTimeout as pause } from 'node:timers/promises';
import type { Action } from '../core-client/contract.ts';
import type { Envelope } from '../core-client/core-answer.ts';
import { callContext, type ToolDeps } from './call-context.ts';
import type { ToolContext } from './tool.ts';

const POLL_MS = 500;
/** Less than what clients and proxies wait for an answer. */
const FOLLOW_MAX_MS = 50_000;
const ENDED = new Set(['completed', 'failed', 'cancelled']);

type Job = { id?: string; state?: string; done?: number; total?: number | null; title?: string };

/** The id of the job that an answer is about or that it started. */
export function jobIdOf(data: unknown): string | undefined {
  const { id, jobId, job } = (data ?? {}) as { id?: unknown; jobId?: unknown; job?: { id?: unknown } };
  return [jobId, job?.id, id].find((each): each is string => typeof each === 'string' && each.startsWith('job_'));
}

/**
 * Reports a job's progress until it ends, or for as long as a client waits; answers its last state. The caller asked for
 * progress, so it is content to wait.
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
  for (const startedAt = Date.now(); Date.now() - startedAt < FOLLOW_MAX_MS; await pause(POLL_MS)) {
    const answer = await core.call(getJob, { jobId }, { read: true }, await callContext(context));
    if (!answer.ok) return last;
    last = answer.envelope;
    const { state = '', done = 0, total, title = 'Job' } = last.data as Job;
    if (done > reported) await reportProgress(done, total ?? undefined, `${title}: ${state}`);
    reported = Math.max(reported, done);
    if (ENDED.has(state)) return last;
  }
  return last;
}
