import { describeCounts } from '../../domain/jobs/job.ts';
import { notFound } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { findJob } from '../../store/jobs/job-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { JobView, toJobView } from './job-view.ts';

export const getJob = defineRead({
  name: 'get_job',
  title: 'Get a job',
  summary: 'Get the progress of a job.',
  description:
    'Returns one job (import, bulk verification, bulk scoring, bulk reveal): its state, completed and total ' +
    'items, and counts by outcome. Call it every few seconds until the state is completed, failed, or ' +
    'cancelled. Then read the items with get_job_results.',
  method: 'get',
  path: '/jobs/{jobId}',
  scope: 'jobs:read',
  input: Input({ jobId: Id('job', 'The job.') }),
  output: JobView,
  errors: ['not_found'],

  async run({ jobId }, ctx) {
    const job = await findJob(ctx.workspaceId, jobId);
    if (job === null) throw notFound('job', jobId);
    const of = job.total === null ? '' : ` of ${job.total}`;
    const summary = `${job.title}: ${job.state}, ${job.done}${of} done (${describeCounts(job.counts)}).`;
    return { data: toJobView(job), summary };
  },
});
