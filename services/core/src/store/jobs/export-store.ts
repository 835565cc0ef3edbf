import type { JobKind } from '../../domain/jobs/job.ts';
import { JobModel } from './job-model.ts';
import { countChunks, deleteChunks, readUpload, storeChunk } from './upload-store.ts';

const kind: JobKind = 'export_contacts';
/** More files than a workspace makes in the thirty days that a job is kept. */
const exportsMax = 10_000;

/** Adds a piece to the file of an export, which is kept under the id of its job. Call in the transaction of the batch. */
export function addToExport(workspaceId: string, jobId: string, index: number, text: string, now: Date): Promise<void> {
  return storeChunk(workspaceId, jobId, index, Buffer.from(text), now);
}

export const readExport = readUpload;

/** Whether all pieces are there: the file of an erased person is removed. */
export async function hasWholeExport(workspaceId: string, jobId: string, pieces: number): Promise<boolean> {
  return (await countChunks(workspaceId, jobId)) === pieces;
}

export function discardExport(workspaceId: string, jobId: string): Promise<void> {
  return deleteChunks(workspaceId, [jobId]);
}

/**
 * Removes all files, as the person to be erased may stand in each, and cancels what is being written: a batch that has
 * read the person already meets this at its job. Call inside the transaction of the erasure.
 */
export async function forgetExports(workspaceId: string, now: Date): Promise<void> {
  await JobModel.updateMany(
    { workspaceId, kind, isOpen: true, startedAt: { $ne: null } },
    { $set: { isCancelRequested: true, updatedAt: now } },
  );
  const exports = await JobModel.find({ workspaceId, kind }, { _id: 1 }).limit(exportsMax).lean<{ _id: string }[]>();
  const ids = exports.map(({ _id }) => _id);
  if (ids.length > 0) await deleteChunks(workspaceId, ids);
}
