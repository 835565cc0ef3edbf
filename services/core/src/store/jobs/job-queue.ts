import type { OutcomeCounts } from '../../domain/jobs/job.ts';
import { toRecord } from '../documents/define-model.ts';
import { serverNow } from '../documents/server-clock.ts';
import { unlessLocked } from '../documents/transaction.ts';
import { type JobDoc, JobModel } from './job-model.ts';
import type { JobRecord } from './job-store.ts';

export interface JobClaim {
  owner: string;
  leaseMs: number;
}

// The fence keeps two workers apart, not the lease. The lease uses the store's clock, so that a worker with a wrong
// clock takes no one's job.
function until(serverTime: Date, leaseMs: number): Date {
  return new Date(serverTime.getTime() + leaseMs);
}

/** Claims the longest waiting job, including one whose worker stopped responding, for one worker only. */
export async function claimJob({ owner, leaseMs }: JobClaim, now: Date): Promise<JobRecord | null> {
  const serverTime = await serverNow();
  const claimed = await unlessLocked(() =>
    JobModel.findOneAndUpdate(
      { isOpen: true, turnAt: { $lte: now }, leaseUntil: { $lte: serverTime } },
      {
        $set: { state: 'running', leaseOwner: owner, leaseUntil: until(serverTime, leaseMs), updatedAt: now },
        $min: { startedAt: now },
        $inc: { fence: 1, attempt: 1, version: 1 },
      },
      { sort: { turnAt: 1 }, returnDocument: 'after' },
    ).lean<JobDoc>(),
  );
  return claimed && toRecord(claimed);
}

function held({ workspaceId, id, fence }: JobRecord) {
  return { workspaceId, _id: id, fence, isOpen: true } as const;
}

/** Renews the lease while the next batch is being prepared. */
export async function renewJobLease(job: JobRecord, leaseMs: number): Promise<void> {
  await JobModel.updateOne(held(job), { $set: { leaseUntil: until(await serverNow(), leaseMs) } });
}

export interface JobProgress {
  checkpoint: Record<string, unknown>;
  counts: OutcomeCounts;
  /** Items handled in addition to those counted. */
  done: number;
  total?: number | null;
}

/**
 * Moves the checkpoint, in the transaction of the batch's effects. Returns null if another worker has claimed the job.
 */
export async function advanceJob(
  job: JobRecord,
  { checkpoint, counts, done: alone, total }: JobProgress,
  now: Date,
): Promise<JobRecord | null> {
  const done = Object.values(counts).reduce((sum, count) => sum + count, alone);
  const inc = Object.fromEntries(Object.entries(counts).map(([outcome, count]) => [`counts.${outcome}`, count]));
  const advanced = await JobModel.findOneAndUpdate(
    held(job),
    {
      $set: {
        checkpoint,
        attempt: 0,
        updatedAt: now,
        ...(total !== undefined && { total }),
      },
      $inc: { ...inc, done, version: 1 },
    },
    { returnDocument: 'after' },
  ).lean<JobDoc>();
  return advanced && toRecord(advanced);
}

export type JobEnd =
  | { state: 'completed' | 'cancelled' }
  | { state: 'failed'; error: { code: string; message: string } };

/** Ends the job. Returns null if another worker has claimed it. */
export async function finishJob(job: JobRecord, end: JobEnd, now: Date): Promise<JobRecord | null> {
  const finished = await JobModel.findOneAndUpdate(
    held(job),
    {
      $set: { ...end, leaseOwner: null, leaseUntil: new Date(0), finishedAt: now, updatedAt: now },
      $unset: { isOpen: '' },
      $inc: { version: 1 },
    },
    { returnDocument: 'after' },
  ).lean<JobDoc>();
  return finished && toRecord(finished);
}

/** Releases the job: to give others their turn, to retry later, or because the worker stops. */
export async function releaseJob(job: JobRecord, turnAt: Date, now: Date): Promise<void> {
  await JobModel.updateOne(held(job), {
    $set: { state: 'queued', leaseOwner: null, leaseUntil: new Date(0), turnAt, updatedAt: now },
    $inc: { version: 1 },
  });
}
