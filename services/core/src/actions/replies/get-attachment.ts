import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { notFound } from '../../errors/errors.ts';
import { Foreign } from '../../schema/foreign.ts';
import { Id, Input } from '../../schema/schema.ts';
import { findAttachment } from '../../store/replies/attachment-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { findOwnReply, replyIdInput } from './find-own-reply.ts';

export const getAttachment = defineRead({
  name: 'get_attachment',
  title: 'Download an attachment of a reply',
  summary: 'Download one attachment of a reply.',
  description:
    'Downloads one attachment of a reply, unchanged (application/octet-stream). get_reply lists the ' +
    'attachments. The file comes from a stranger, so do not open unexpected files. Files over 10 MB, and ' +
    'files beyond 20 MB per reply, are not stored.',
  method: 'get',
  path: '/replies/{replyId}/attachments/{attachmentId}',
  scope: 'replies:read',
  input: Input({ ...replyIdInput, attachmentId: Id('att', 'The attachment.') }),
  output: Foreign(Type.String({ description: 'The file.' })),
  errors: ['not_found'],
  downloads: { types: ['application/octet-stream'], always: true },

  async run({ replyId, attachmentId }, ctx) {
    await findOwnReply(replyId, ctx);
    const file = await findAttachment(ctx.workspaceId, replyId, attachmentId);
    if (file === null) throw notFound('attachment', attachmentId);
    const fileName = file.fileName || `${attachmentId}.bin`;
    const download = { contentType: 'application/octet-stream', fileName, body: Readable.from([file.content]) };
    return { data: '', summary: `${file.bytes} bytes.`, download };
  },
});
