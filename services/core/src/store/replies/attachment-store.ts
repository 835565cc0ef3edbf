import { newId } from '../../domain/values/ids.ts';
import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';

/** File attached to a reply. All of it is untrusted. */
interface AttachmentDoc {
  _id: string;
  workspaceId: string;
  replyId: string;
  fileName: string;
  contentType: string;
  bytes: number;
  content: Buffer;
  createdAt: Date;
}
export type AttachmentRecord = Omit<AttachmentDoc, '_id'> & { id: string };

const AttachmentModel = defineModel<AttachmentDoc>(
  'Attachment',
  'attachments',
  new StoredSchema<AttachmentDoc>({
    workspaceId: { type: String, required: true },
    replyId: { type: String, required: true },
    fileName: { type: String, default: '' },
    contentType: { type: String, required: true },
    bytes: { type: Number, required: true },
    // Not required, since mongoose treats an empty file as missing.
    content: { type: Buffer, default: () => Buffer.alloc(0) },
    createdAt: { type: Date, required: true },
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
