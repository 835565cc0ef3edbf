import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { bytes, date, number, string } from '../documents/paths.ts';

/** File of the workspace, stored once for all messages that carry it. */
type FileDoc = DocOf<typeof FileModel>;
export type FileRecord = RecordOf<FileDoc>;

type ContentDoc = DocOf<typeof ContentModel>;

const FileModel = defineModel(
  'File',
  'files',
  stored({
    workspaceId: string,
    fileName: string,
    contentType: string,
    bytes: number,
    sha256: string,
    createdAt: date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, sha256: 1, fileName: 1 }, { unique: true }),
);

/** Separate collection, so that lists do not read contents. */
const ContentModel = defineModel(
  'FileContent',
  'file_contents',
  stored({
    workspaceId: string,
    content: bytes,
  }).index({ workspaceId: 1, _id: 1 }),
);

export async function insertFile(
  workspaceId: string,
  file: Pick<FileRecord, 'fileName' | 'contentType' | 'bytes' | 'sha256'>,
  content: Buffer,
  now: Date,
): Promise<FileRecord> {
  const document = { ...file, _id: newId('fil'), workspaceId, createdAt: now };
  await FileModel.create([document]);
  await ContentModel.create([{ _id: document._id, workspaceId, content }]);
  return toRecord(document);
}

export function countFiles(workspaceId: string): Promise<number> {
  return FileModel.countDocuments({ workspaceId });
}

export function listFiles(workspaceId: string, page: PageRequest): Promise<PageResult<FileRecord>> {
  return findPage<FileDoc>(FileModel, { workspaceId }, page);
}

/** Files without their contents, in no particular order. */
export async function findFiles(workspaceId: string, ids: string[]): Promise<FileRecord[]> {
  if (ids.length === 0) return [];
  const found = await FileModel.find({ workspaceId, _id: { $in: ids } })
    .limit(ids.length)
    .lean<FileDoc[]>();
  return found.map(toRecord);
}

export async function findSameFile(workspaceId: string, sha256: string, fileName: string): Promise<FileRecord | null> {
  const found = await FileModel.findOne({ workspaceId, sha256, fileName }).lean<FileDoc>();
  return found && toRecord(found);
}

export async function readFile(workspaceId: string, fileId: string): Promise<Buffer | null> {
  const found = await ContentModel.findOne({ workspaceId, _id: fileId }).lean<ContentDoc>();
  if (found === null) return null;
  // The driver returns binary fields as its own class.
  const content = found.content as Buffer | { buffer: Uint8Array };
  return Buffer.isBuffer(content) ? content : Buffer.from(content.buffer);
}

export async function deleteFile(workspaceId: string, fileId: string): Promise<void> {
  await FileModel.deleteOne({ workspaceId, _id: fileId });
  await ContentModel.deleteOne({ workspaceId, _id: fileId });
}
