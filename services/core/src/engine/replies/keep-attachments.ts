import { insertAttachment, newAttachmentId } from '../../store/replies/attachment-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';
import type { MailAttachment } from '../../transport/received/read-mail.ts';

/** Below the store's limit of 16 MB per document. */
export const attachmentBytesMax = 10 * 1024 * 1024;
const replyBytesMax = 20 * 1024 * 1024;

interface Kept {
  /** File list stored with the reply. */
  listed: ReplyRecord['attachments'];
  keep(workspaceId: string, replyId: string, now: Date): Promise<void>;
}

/** Selects the files to keep: each up to 10 MB and up to 20 MB in total, in order. */
export function chooseAttachments(attachments: readonly MailAttachment[]): Kept {
  let left = replyBytesMax;
  const chosen = attachments.map((file) => {
    const isKept = file.bytes <= Math.min(attachmentBytesMax, left);
    if (isKept) left -= file.bytes;
    return { file, id: isKept ? newAttachmentId() : null };
  });
  return {
    listed: chosen.map(({ file: { fileName, contentType, bytes }, id }) => ({
      attachmentId: id,
      fileName,
      contentType,
      bytes,
    })),
    async keep(workspaceId, replyId, now) {
      for (const { file, id } of chosen) {
        if (id !== null) await insertAttachment(workspaceId, { ...file, id, replyId }, now);
      }
    },
  };
}
