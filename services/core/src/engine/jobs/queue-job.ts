import { insertJob, type JobRecord, type NewJob } from '../../store/jobs/job-store.ts';
import { currentTraceparent } from '../../tracing/traced.ts';
import type { ActionContext } from '../context/action-context.ts';

/** Queues a job for the caller. Call inside `run`. */
export function queueJob(
  job: Pick<NewJob, 'kind' | 'title' | 'input' | 'total'>,
  { workspaceId, actor, via, scopes, requestId, now }: ActionContext,
): Promise<JobRecord> {
  return insertJob(workspaceId, { ...job, actor, via, scopes, requestId, traceparent: currentTraceparent() }, now());
}
