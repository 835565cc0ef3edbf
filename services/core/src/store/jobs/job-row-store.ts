import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { choice, date, nullable, number, string, strings } from '../documents/paths.ts';
import { itemId } from './job-result-store.ts';

const keptSeconds = 30 * 24 * 60 * 60;

export const jobRowStates = ['failed', 'fixed'] as const;

/** Row of a file that could not be imported, so that it can be corrected without the file. */
export type JobRowDoc = DocOf<typeof JobRowModel>;
export type JobRowRecord = RecordOf<JobRowDoc>;

const JobRowModel = defineModel(
  'JobRow',
  'job_rows',
  stored({
    workspaceId: string,
    jobId: string,
    /** Row of the file below the header, from 1. */
    item: number,
    state: choice(jobRowStates),
    /** JSON object: cells by column name. Names of columns can be anything, also what no field may be called. */
    cells: string,
    /** Addresses in the cells, so that erasing a person finds the row. */
    emails: strings,
    reason: nullable(string),
    field: nullable(string),
    message: nullable(string),
    createdAt: date,
  })
    .index({ workspaceId: 1, jobId: 1, state: 1, _id: 1 })
    .index({ workspaceId: 1, emails: 1 })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

/** Cells by column name. */
export function cellsOf({ cells }: Pick<JobRowDoc, 'cells'>): Record<string, unknown> {
  return JSON.parse(cells) as Record<string, unknown>;
}

export type NewJobRow = Pick<JobRowDoc, 'item' | 'cells' | 'emails' | 'reason' | 'field' | 'message'>;

/** Call inside the transaction of the batch. */
export async function insertJobRows(
  workspaceId: string,
  jobId: string,
  rows: readonly NewJobRow[],
  now: Date,
): Promise<void> {
  const documents = rows.map((row) => {
    return { ...row, _id: itemId(jobId, row.item), workspaceId, jobId, state: 'failed' as const, createdAt: now };
  });
  await insertDocuments<JobRowDoc>(JobRowModel, documents);
}

export function findJobRows(
  workspaceId: string,
  jobId: string,
  state: JobRowDoc['state'],
  page: PageRequest,
): Promise<PageResult<JobRowRecord>> {
  return findPage<JobRowDoc>(JobRowModel, { workspaceId, jobId, state }, page);
}

/** Failed rows in the order of the file. */
export async function findFailedRows(
  workspaceId: string,
  jobId: string,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<JobRowRecord[]> {
  const found = await JobRowModel.find({ workspaceId, jobId, state: 'failed', _id: { $gt: afterId } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<JobRowDoc[]>();
  return found.map((doc) => toRecord(doc));
}

export type JobRowChange = Pick<JobRowDoc, 'item'> & Partial<Pick<JobRowDoc, 'state'> & NewJobRow>;

/** Call inside the transaction of the batch. */
export async function changeJobRows(workspaceId: string, jobId: string, rows: readonly JobRowChange[]): Promise<void> {
  if (rows.length === 0) return;
  await JobRowModel.bulkWrite(
    rows.map(({ item, ...set }) => ({
      updateOne: { filter: { workspaceId, _id: itemId(jobId, item) }, update: { $set: set } },
    })),
  );
}
