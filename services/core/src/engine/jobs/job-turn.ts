import { countOutcomes, itemOutcomes } from '../../domain/jobs/job.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { advanceJob, finishJob, type JobEnd, releaseJob, renewJobLease } from '../../store/jobs/job-queue.ts';
import { insertJobResults } from '../../store/jobs/job-result-store.ts';
import type { JobRecord } from '../../store/jobs/job-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { JobHandler } from './job-handler.ts';
import { settleJob } from './settle-job.ts';

/** Another worker has claimed the job. The worker that sees this error stops, and has changed nothing. */
export class JobLost extends Error {}

export interface JobTurn {
  leaseMs: number;
  turnMs: number;
  signal: AbortSignal;
}

const renewalsPerLease = 3;

/** Processes the job's batches until it is done, canceled, lost, or other jobs are due for a turn. */
export async function workOnJob(
  claimed: JobRecord,
  handler: JobHandler,
  ctx: ActionContext,
  { leaseMs, turnMs, signal }: JobTurn,
): Promise<void> {
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
}

function applyBatch(job: JobRecord, handler: JobHandler, batch: unknown, ctx: ActionContext): Promise<JobRecord> {
  return inTransaction(async () => {
    const { checkpoint, results, counts = {}, done = 0, total } = await handler.apply(batch, job, ctx);
    const own = countOutcomes(results);
    for (const outcome of itemOutcomes) own[outcome] += counts[outcome] ?? 0;
    const advanced = await advanceJob(job, { checkpoint, total, done, counts: own }, ctx.now());
    if (advanced === null) throw new JobLost();
    await insertJobResults(job.workspaceId, job.id, results, ctx.now());
    return advanced;
  });
}

/** Ends the job, settles its charges and uploads, and emits its event, in one transaction. */
export function endJob(job: JobRecord, ctx: ActionContext, end: JobEnd): Promise<void> {
  return inTransaction(async () => {
    const finished = await finishJob(job, end, ctx.now());
    if (finished === null) throw new JobLost();
    await settleJob(finished, ctx);
  });
}

// Renews the lease only between transactions, because a renewal during one would conflict with it.
function startHeartbeat(current: () => JobRecord, leaseMs: number, ctx: ActionContext) {
  let isPaused = false;
  const timer = setInterval(() => {
    if (!isPaused)
      renewJobLease(current(), leaseMs).catch((error) => ctx.log.warn({ err: error }, 'lease not renewed'));
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
}
