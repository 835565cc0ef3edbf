import { Type } from 'typebox';
import { Input } from '../../schema/schema.ts';
import { updateReply } from '../../store/replies/reply-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { emitReplyUpdated } from './emit-reply-updated.ts';
import { findOwnReply, replyIdInput, senderOf } from './find-own-reply.ts';
import { ReplyView, toReplyView } from './reply-view.ts';

export const markReplyRead = defineWrite({
  name: 'mark_reply_read',
  title: 'Mark a reply as read',
  summary: 'Mark a reply as read, or as unread again.',
  description:
    'Marks a reply as read, or as unread with isRead false. Nothing else changes. A reply needs action until ' +
    'it is answered or dismissed.',
  method: 'post',
  path: '/replies/{replyId}/read',
  scope: 'replies:write',
  effect: 'write',
  small: { change: 'replyLabels', undo: 'mark_reply_read with the other value.' },
  input: Input({
    ...replyIdInput,
    isRead: Type.Optional(Type.Boolean({ default: true, description: 'Default: true.' })),
  }),
  output: ReplyView,
  errors: ['not_found', 'version_conflict'],

  async plan({ replyId, isRead = true }, ctx) {
    const reply = await findOwnReply(replyId, ctx);
    const label = `Reply from ${senderOf(reply)}`;
    const isSame = reply.isRead === isRead;
    return {
      summary: isSame ? 'Nothing would change.' : `Would mark the reply from ${reply.fromAddress}.`,
      effects: isSame ? [] : [{ op: 'update', type: 'reply', id: reply.id, label, changes: { isRead } }],
      skipped: isSame ? [{ id: reply.id, label, reason: 'unchanged' }] : [],
      warnings: [],
      state: undefined,
    };
  },

  async run({ replyId, isRead = true }, plan, ctx) {
    const isSame = plan.effects.length === 0;
    const reply = isSame
      ? await findOwnReply(replyId, ctx)
      : await updateReply(ctx.workspaceId, replyId, { isRead }, ctx.now());
    if (!isSame) await emitReplyUpdated(reply!, { isRead }, ctx);
    return { data: toReplyView(reply!), summary: `The reply is ${isRead ? 'read' : 'unread'}.` };
  },
});
