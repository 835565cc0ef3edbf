import type { Static } from 'typebox';
import { insertJob, type NewJob } from '../../store/work/job-store.ts';
import type { ActionContext } from '../action-context.ts';
import type { Result } from '../define-action.ts';
import { type JobView, toJobView } from './job-view.ts';

/** Queues long work on behalf of the caller and answers 202 with the job. Call inside `run`. */
export const startJob = async (
  job: Pick<NewJob, 'kind' | 'title' | 'input' | 'total'>,
  ctx: ActionContext,
): Promise<Result<Static<typeof JobView>>> => {
  const { workspaceId, actor, via, scopes, requestId, now } = ctx;
  const started = await insertJob(workspaceId, { ...job, actor, via, scopes, requestId }, now());
  return {
    status: 202,
    data: toJobView(started),
    summary: `Started: ${job.title}. Follow it with get_job ${started.id}.`,
  };
};
