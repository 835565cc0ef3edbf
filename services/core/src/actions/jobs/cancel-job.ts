import { settleJob } from '../../engine/jobs/settle-job.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { findJob, type JobRecord, requestCancel } from '../../store/jobs/job-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { JobView, toJobView } from './job-view.ts';

function refuseEnded(job: JobRecord): never {
  throw new AppError('invalid_state', `The job has already ended: it is ${job.state}.`);
}

export const cancelJob = defineWrite({
  name: 'cancel_job',
  title: 'Cancel a job',
  summary: 'Cancel a job.',
  description:
    'Cancels a job. A queued job ends immediately. A running job ends after its current batch; until then, ' +
    'state is running and isCancelRequested is true. Completed items are kept: see get_job_results. A job ' +
    'that has ended is rejected with invalid_state.',
  method: 'post',
  path: '/jobs/{jobId}/cancel',
  scope: 'jobs:write',
  effect: 'write',
  input: Input({ jobId: Id('job', 'The job.') }),
  output: JobView,
  errors: ['not_found', 'invalid_state'],

  async plan({ jobId }, ctx) {
    const job = await findJob(ctx.workspaceId, jobId);
    if (job === null) throw notFound('job', jobId);
    if (job.isOpen === undefined) refuseEnded(job);
    return {
      summary: `Would cancel: ${job.title}.`,
      effects: [{ op: 'cancel', type: 'job', id: job.id, label: job.title }],
      skipped: [],
      warnings: job.done > 0 ? ['Items that the job has completed are kept.'] : [],
      state: job,
    };
  },

  async run({ jobId }, plan, ctx) {
    const job = (await requestCancel(ctx.workspaceId, jobId, ctx.now())) ?? refuseEnded(plan.state);
    if (job.state === 'cancelled') await settleJob(job, ctx);
    const how = job.state === 'cancelled' ? 'Cancelled' : 'Asked to stop';
    return { data: toJobView(job), summary: `${how}: ${job.title}.` };
  },
});
