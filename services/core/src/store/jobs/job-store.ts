import type { JobKind, JobState } from '../../domain/jobs/job.ts';
import type { Actor, Via } from '../../domain/members/actor.ts';
import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { type JobDoc, JobModel } from './job-model.ts';

export type JobRecord = Omit<JobDoc, '_id'> & { id: string };

export interface NewJob {
  kind: JobKind;
  title: string;
  input: Record<string, unknown>;
  /** Total number of items, if known in advance. */
  total?: number;
  actor: Actor;
  via: Via;
  scopes: readonly string[];
  requestId: string;
  traceparent?: string;
}

/** Queues a long-running job. Call inside the transaction of the request that creates it. */
export async function insertJob(workspaceId: string, job: NewJob, now: Date): Promise<JobRecord> {
  return createRecord(JobModel, {
    ...job,
    _id: newId('job'),
    workspaceId,
    scopes: [...job.scopes],
    total: job.total ?? null,
    state: 'queued',
    isOpen: true,
    turnAt: now,
    createdAt: now,
    updatedAt: now,
  });
}

export async function findJob(workspaceId: string, jobId: string): Promise<JobRecord | null> {
  const found = await JobModel.findOne({ workspaceId, _id: jobId }).lean<JobDoc>();
  return found && toRecord(found);
}

/** Jobs of these kinds that have not ended. */
export function countOpenJobs(workspaceId: string, kinds: readonly JobKind[]): Promise<number> {
  return JobModel.countDocuments({ workspaceId, kind: { $in: [...kinds] }, isOpen: true });
}

export function listJobs(
  workspaceId: string,
  filter: { kind?: JobKind; state?: JobState },
  page: PageRequest,
): Promise<PageResult<JobRecord>> {
  return findPage<JobDoc>(JobModel, { workspaceId, ...given(filter) }, page);
}

/**
 * Cancels a job. One without a worker ends immediately, and a running one ends after its current batch. Returns null if
 * it has already ended.
 */
export async function requestCancel(workspaceId: string, jobId: string, now: Date): Promise<JobRecord | null> {
  const ended = await JobModel.findOneAndUpdate(
    { workspaceId, _id: jobId, isOpen: true, leaseOwner: null },
    {
      $set: { state: 'cancelled', isCancelRequested: true, finishedAt: now, updatedAt: now },
      $unset: { isOpen: '' },
      $inc: { version: 1, fence: 1 },
    },
    { returnDocument: 'after' },
  ).lean<JobDoc>();
  if (ended) return toRecord(ended);
  const asked = await JobModel.findOneAndUpdate(
    { workspaceId, _id: jobId, isOpen: true },
    { $set: { isCancelRequested: true, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<JobDoc>();
  return asked && toRecord(asked);
}
