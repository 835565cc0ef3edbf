import type { Static } from 'typebox';
import type { ActionContext } from '../../engine/context/action-context.ts';
import type { Result } from '../../engine/context/plan.ts';
import { queueJob } from '../../engine/jobs/queue-job.ts';
import { type JobView, toJobView } from './job-view.ts';

/** Queues a job for the caller and returns 202 with it. Call inside `run`. */
export async function startJob(
  job: Parameters<typeof queueJob>[0],
  ctx: ActionContext,
): Promise<Result<Static<typeof JobView>>> {
  const started = await queueJob(job, ctx);
  return {
    status: 202,
    data: toJobView(started),
    summary: `Started: ${job.title}. Follow it with get_job ${started.id}.`,
  };
}
