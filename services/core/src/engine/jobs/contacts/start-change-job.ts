import { AppError } from '../../../errors/errors.ts';
import { setChangeSetJob } from '../../../store/events/changes/change-set-store.ts';
import { countOpenJobs, type JobRecord } from '../../../store/jobs/job-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { queueJob } from '../queue-job.ts';

const kinds = ['change_contacts', 'delete_contacts', 'undo_change'] as const;
/** Bulk changes of one workspace at a time. */
const runningMax = 2;

export async function requireFreeTurn({ workspaceId }: ActionContext): Promise<void> {
  if ((await countOpenJobs(workspaceId, kinds)) < runningMax) return;
  throw new AppError(
    'limit_reached',
    `${runningMax} bulk changes of this workspace are running: wait for one to finish (list_jobs).`,
  );
}

/** Queues the job of a change set. Call inside `run`. */
export async function startChangeJob(
  job: Parameters<typeof queueJob>[0] & { input: { changeSetId: string } },
  ctx: ActionContext,
): Promise<JobRecord> {
  const queued = await queueJob(job, ctx);
  await setChangeSetJob(ctx.workspaceId, job.input.changeSetId, queued.id);
  return queued;
}
