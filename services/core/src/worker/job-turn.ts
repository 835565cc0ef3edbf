import type { ActionContext } from '../actions/action-context.ts';
import { settleJob } from '../actions/jobs/settle-job.ts';
import { countOutcomes } from '../domain/job.ts';
import { inTransaction } from '../store/transaction.ts';
import { advanceJob, finishJob, type JobEnd, releaseJob, renewJobLease } from '../store/work/job-queue.ts';
import { insertJobResults } from '../store/work/job-result-store.ts';
import type { JobRecord } from '../store/work/job-store.ts';
import type { JobHandler } from './job-handler.ts';

/** Another worker holds the job by now: whoever sees this stops, and has changed nothing. */
export class JobLost extends Error {}

export interface Turn {
  leaseMs: number;
  turnMs: number;
  signal: AbortSignal;
}

const renewalsPerLease = 3;

/** Works on the job batch by batch until it is done, cancelled, lost, or others should have their turn. */
export const workOnJob = async (
  claimed: JobRecord,
  handler: JobHandler,
  ctx: ActionContext,
  { leaseMs, turnMs, signal }: Turn,
): Promise<void> => {
  let job = claimed;
  const endOfTurn = performance.now() + turnMs;
  const heartbeat = startHeartbeat(() => job, leaseMs, ctx);
  try {
    if (job.isCancelRequested) return await endJob(job, ctx, { state: 'cancelled' });
    for await (const batch of handler.batches(job, ctx)) {
      job = await heartbeat.pausedDuring(() => applyBatch(job, handler, batch, ctx));
      if (job.isCancelRequested) return await endJob(job, ctx, { state: 'cancelled' });
      if (signal.aborted || performance.now() > endOfTurn) return await releaseJob(job, ctx.now(), ctx.now());
    }
  } finally {
    heartbeat.stop();
  }
  await endJob(job, ctx, { state: 'completed' });
};

const applyBatch = (job: JobRecord, handler: JobHandler, batch: unknown, ctx: ActionContext): Promise<JobRecord> =>
  inTransaction(async () => {
    const { checkpoint, results, done = 0, total } = await handler.apply(batch, job, ctx);
    const advanced = await advanceJob(job, { checkpoint, total, done, counts: countOutcomes(results) }, ctx.now());
    if (advanced === null) throw new JobLost();
    await insertJobResults(job.workspaceId, job.id, results, ctx.now());
    return advanced;
  });

/** Ends the job, settles what it holds and tells of it, all at once. */
export const endJob = (job: JobRecord, ctx: ActionContext, end: JobEnd): Promise<void> =>
  inTransaction(async () => {
    const finished = await finishJob(job, end, ctx.now());
    if (finished === null) throw new JobLost();
    await settleJob(finished, ctx);
  });

// Renews between transactions only: a renewal in the middle of one would be a conflict for it.
const startHeartbeat = (current: () => JobRecord, leaseMs: number, ctx: ActionContext) => {
  let isPaused = false;
  const timer = setInterval(() => {
    if (!isPaused)
      renewJobLease(current(), leaseMs, ctx.now()).catch((error) => ctx.log.warn({ err: error }, 'lease not renewed'));
  }, leaseMs / renewalsPerLease);
  return {
    async pausedDuring<T>(work: () => Promise<T>): Promise<T> {
      isPaused = true;
      try {
        return await work();
      } finally {
        isPaused = false;
      }
    },
    stop: () => clearInterval(timer),
  };
};
