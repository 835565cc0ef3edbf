import type { JobKind } from '../../domain/jobs/job.ts';
import { JobModel } from './job-model.ts';
import { countChunks, deleteChunks, readUpload, storeChunk } from './upload-store.ts';

const kind: JobKind = 'export_contacts';
/** Above the number of exports that a workspace can create in the thirty days that jobs are kept. */
const exportsMax = 10_000;

/**
 * Adds a chunk to the file of an export, which is stored under the ID of its job. Call in the transaction of the batch.
 */
export function addToExport(workspaceId: string, jobId: string, index: number, text: string, now: Date): Promise<void> {
  return storeChunk(workspaceId, jobId, index, Buffer.from(text), now);
}

export const readExport = readUpload;

/** True if all chunks exist. The file is removed when a person in it is erased. */
export async function hasWholeExport(workspaceId: string, jobId: string, pieces: number): Promise<boolean> {
  return (await countChunks(workspaceId, jobId)) === pieces;
}

export function discardExport(workspaceId: string, jobId: string): Promise<void> {
  return deleteChunks(workspaceId, [jobId]);
}

/**
 * Removes all files, since each can contain the person to be erased, and cancels exports in progress. A batch that
 * already read the person conflicts at its job. Call inside the transaction of the erasure.
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
