import type { ItemOutcome } from '../../domain/jobs/job.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';

const keptSeconds = 30 * 24 * 60 * 60;
const resultsPerReadMax = 1_000;

/** What became of one item. No names or addresses here: an item is named by its number and the record's id. */
export interface JobResultDoc {
  _id: string;
  workspaceId: string;
  jobId: string;
  /** Place of the item in the job, from 1; for a file the row below the header. */
  item: number;
  outcome: ItemOutcome;
  recordId: string | null;
  reason: string | null;
  field: string | null;
  message: string | null;
  createdAt: Date;
}

export type JobResultRecord = Omit<JobResultDoc, '_id'> & { id: string };

export interface NewJobResult {
  item: number;
  outcome: ItemOutcome;
  recordId?: string | null;
  /** Why it was skipped or failed: a code. */
  reason?: string | null;
  field?: string | null;
  message?: string | null;
}

const text = { type: String, default: null };

export const JobResultModel = defineModel<JobResultDoc>(
  'JobResult',
  'job_results',
  new StoredSchema<JobResultDoc>({
    workspaceId: { type: String, required: true },
    jobId: { type: String, required: true },
    item: { type: Number, required: true },
    outcome: { type: String, required: true },
    recordId: text,
    reason: text,
    field: text,
    message: text,
    createdAt: { type: Date, required: true },
  })
    .index({ workspaceId: 1, jobId: 1, _id: 1 })
    .index({ workspaceId: 1, jobId: 1, outcome: 1, _id: 1 })
    .index({ workspaceId: 1, recordId: 1 })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

// Padded, so that the order of ids is the order of items.
function resultId(jobId: string, item: number): string {
  return `${jobId}:${String(item).padStart(9, '0')}`;
}

/** Call inside the transaction of the batch: the unique id refuses an item that was done before. */
export async function insertJobResults(
  workspaceId: string,
  jobId: string,
  results: NewJobResult[],
  now: Date,
): Promise<void> {
  const documents = results.map(({ item, outcome, recordId = null, reason = null, field = null, message = null }) => {
    const _id = resultId(jobId, item);
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

/** All of them in order, a bounded read at a time. */
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

/** Cuts the tie between results and an erased record; that there was an item stays. */
export async function blankJobResultsAbout(workspaceId: string, recordId: string): Promise<void> {
  await JobResultModel.updateMany({ workspaceId, recordId }, { $set: { recordId: null, message: null } });
}
