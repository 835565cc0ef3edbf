import type { ItemOutcome } from '../../domain/jobs/job.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { date, nullable, number, string, stringOf } from '../documents/paths.ts';

const keptSeconds = 30 * 24 * 60 * 60;
const resultsPerReadMax = 1_000;

/** Outcome of one item. Holds no names or email addresses: an item is identified by its number and the record's ID. */
export type JobResultDoc = DocOf<typeof JobResultModel>;

export type JobResultRecord = RecordOf<JobResultDoc>;

export type NewJobResult = Pick<JobResultDoc, 'item' | 'outcome'> &
  Partial<Pick<JobResultDoc, 'recordId' | 'reason' | 'field' | 'message'>>;

export const JobResultModel = defineModel(
  'JobResult',
  'job_results',
  stored({
    workspaceId: string,
    jobId: string,
    /** Position of the item in the job, from 1. For a file, the row below the header. */
    item: number,
    outcome: stringOf<ItemOutcome>(),
    recordId: nullable(string),
    /** Code of the reason it was skipped or failed. */
    reason: nullable(string),
    field: nullable(string),
    message: nullable(string),
    createdAt: date,
  })
    .index({ workspaceId: 1, jobId: 1, _id: 1 })
    .index({ workspaceId: 1, jobId: 1, outcome: 1, _id: 1 })
    .index({ workspaceId: 1, recordId: 1 })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

/** Padded, so that results and rows sort by item number. */
export function itemId(jobId: string, item: number): string {
  return `${jobId}:${String(item).padStart(9, '0')}`;
}

/** Call inside the transaction of the batch. The unique ID rejects an item that was already handled. */
export async function insertJobResults(
  workspaceId: string,
  jobId: string,
  results: NewJobResult[],
  now: Date,
): Promise<void> {
  const documents = results.map(({ item, outcome, recordId = null, reason = null, field = null, message = null }) => {
    const _id = itemId(jobId, item);
    return { _id, workspaceId, jobId, item, outcome, recordId, reason, field, message, createdAt: now };
  });
  await insertDocuments(JobResultModel, documents);
}

export interface JobResultFilter {
  outcome?: ItemOutcome;
}

function where(workspaceId: string, jobId: string, { outcome }: JobResultFilter) {
  return {
    workspaceId,
    jobId,
    ...(outcome && { outcome }),
  };
}

export function listJobResults(
  workspaceId: string,
  jobId: string,
  filter: JobResultFilter,
  page: PageRequest,
): Promise<PageResult<JobResultRecord>> {
  return findPage<JobResultDoc>(JobResultModel, where(workspaceId, jobId, filter), page);
}

/** Yields all results in order, in bounded reads. */
export async function* streamJobResults(
  workspaceId: string,
  jobId: string,
  filter: JobResultFilter,
): AsyncGenerator<JobResultRecord> {
  let after = '';
  for (;;) {
    const found = await JobResultModel.find({ ...where(workspaceId, jobId, filter), _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(resultsPerReadMax)
      .lean<JobResultDoc[]>();
    for (const doc of found) yield toRecord(doc);
    if (found.length < resultsPerReadMax) return;
    after = found.at(-1)!._id;
  }
}

/** Removes the link between results and an erased record. The existence of the item remains visible. */
export async function blankJobResultsAbout(workspaceId: string, recordId: string): Promise<void> {
  await JobResultModel.updateMany({ workspaceId, recordId }, { $set: { recordId: null, message: null } });
}
