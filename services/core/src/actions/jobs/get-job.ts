import { describeCounts } from '../../domain/jobs/job.ts';
import { notFound } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { findJob } from '../../store/jobs/job-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { JobView, toJobView } from './job-view.ts';

export const getJob = defineRead({
  name: 'get_job',
  title: 'Get a job',
  summary: 'Read how far long work has come.',
  description:
    'Reads one job (import, bulk verification, bulk scoring, reveal of many): its state, how many items are done of how many, and counts by outcome. Ask again every few seconds until state is completed, failed or cancelled; then read the items with get_job_results.',
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
