import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { bytes, date, number, string, withDefault } from '../documents/paths.ts';

/** File attached to a reply. All of it is untrusted. */
type AttachmentDoc = DocOf<typeof AttachmentModel>;
export type AttachmentRecord = RecordOf<AttachmentDoc>;

const AttachmentModel = defineModel(
  'Attachment',
  'attachments',
  stored({
    workspaceId: string,
    replyId: string,
    fileName: withDefault(string, ''),
    contentType: string,
    bytes: number,
    // Not required, since mongoose treats an empty file as missing.
    content: withDefault(bytes, () => Buffer.alloc(0)),
    createdAt: date,
  })
    .index({ workspaceId: 1, replyId: 1 })
    .index({ workspaceId: 1, createdAt: 1 }),
);

export function newAttachmentId(): string {
  return newId('att');
}

export async function insertAttachment(
  workspaceId: string,
  { id, ...file }: Omit<AttachmentRecord, 'workspaceId' | 'createdAt'>,
  now: Date,
): Promise<void> {
  await AttachmentModel.create([{ ...file, _id: id, workspaceId, createdAt: now }]);
}

export async function findAttachment(
  workspaceId: string,
  replyId: string,
  attachmentId: string,
): Promise<AttachmentRecord | null> {
  const found = await AttachmentModel.findOne({ workspaceId, replyId, _id: attachmentId }).lean<AttachmentDoc>();
  if (found === null) return null;
  // The driver returns binary fields as its own class.
  const content = found.content as Buffer | { buffer: Uint8Array };
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content.buffer as Uint8Array);
  return { ...toRecord(found), content: bytes };
}
