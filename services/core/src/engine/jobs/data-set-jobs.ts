import { inputOf } from '../../store/jobs/job-input.ts';
import type { JobRecord } from '../../store/jobs/job-store.ts';
import { changeDataSet, deleteDataSet, findDataSet } from '../../store/prospects/own/data-set-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { AddedRows, NextRows } from '../prospects/data-sets/data-set-import.ts';
import { type FilePlace, startOfFile } from '../prospects/data-sets/read-register.ts';
import type { DataSetFile } from '../prospects/data-sets/read-rows.ts';
import { queueJob } from './queue-job.ts';

export interface DataSetImport extends DataSetFile {
  uploadId: string;
  /** Numbers of the first rows that the import adds. */
  from: NextRows;
}

export interface ImportProgress {
  /** Place in the file up to which rows are added. */
  read: FilePlace;
  /** Numbers of the next rows. */
  next: NextRows;
  /** Rows with results of their own. */
  kept: number;
  /** Parts of blocks whose index is stored. */
  indexed: number;
  isTakenIn: boolean;
  /** Blocks whose replaced rows are deleted. */
  cleaned: number;
}

export function importProgress(job: JobRecord): ImportProgress {
  const { from } = inputOf<DataSetImport>(job);
  const start = { read: startOfFile, next: from, kept: 0, indexed: 0, isTakenIn: false, cleaned: 0 };
  return { ...start, ...(job.checkpoint as Partial<ImportProgress> | null) };
}

/** Rows to remove: those that an import added, or with null all rows and the whole index. */
export interface RowRemoval {
  dataSetId: string;
  added: AddedRows | null;
}

/** Removes rows that no search finds, as a job. Call in a transaction. */
export function removeRows(input: RowRemoval, name: string, ctx: ActionContext): Promise<JobRecord> {
  const title = `Removal of rows of ${name}`;
  return queueJob({ kind: 'remove_data_set_rows', title, input: { ...input } }, ctx);
}

/** After a failed or canceled import, the data set is as before. A new one is removed. Call in the transaction. */
export async function discardImport(job: JobRecord, ctx: ActionContext): Promise<void> {
  const { dataSetId, from } = inputOf<DataSetImport>(job);
  const { workspaceId } = ctx;
  const { next, isTakenIn } = importProgress(job);
  const dataSet = await findDataSet(workspaceId, dataSetId);
  if (isTakenIn) return;
  if (dataSet === null) {
    // The job that removes its rows can have ended before the last ones were added.
    await removeRows({ dataSetId, added: null }, 'a deleted data set', ctx);
    return;
  }
  const { isReady, name } = dataSet;
  const removal = await removeRows({ dataSetId, added: isReady ? { from, to: next } : null }, name, ctx);
  // No other import can add rows with these numbers before they are removed.
  if (isReady) await changeDataSet(workspaceId, dataSetId, { jobId: removal.id });
  else await deleteDataSet(workspaceId, dataSetId);
}
