import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { updateReply } from '../../store/replies/reply-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { emitReplyUpdated } from './emit-reply-updated.ts';
import { findOwnReply, replyIdInput, senderOf } from './find-own-reply.ts';
import { ReplyView, toReplyView } from './reply-view.ts';

export const reopenReply = defineWrite({
  name: 'reopen_reply',
  title: 'Reopen a dismissed reply',
  summary: 'Take a dismissed reply back, so that it needs action again.',
  description:
    'Takes a dismissed reply back to new: it needs action again and can be answered. Mail that matched no sent ' +
    'message becomes unmatched again. Dismissing it ended its draft: use draft_answer for another one. Rejected ' +
    'unless the reply is dismissed.',
  method: 'post',
  path: '/replies/{replyId}/reopen',
  scope: 'replies:write',
  effect: 'write',
  input: Input(replyIdInput),
  output: ReplyView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ replyId }, ctx) {
    const reply = await findOwnReply(replyId, ctx);
    if (reply.state !== 'dismissed')
      throw new AppError(
        'invalid_state',
        `Reply ${reply.id} is ${reply.state}. Only a dismissed reply can be reopened.`,
      );
    const isMatched = reply.contactId !== null || reply.messageId !== null;
    const changes = { state: isMatched ? 'new' : 'unmatched', needsAction: true } as const;
    const label = `Reply from ${senderOf(reply)}`;
    return {
      summary: `Would reopen the reply from ${reply.fromAddress}.`,
      effects: [{ op: 'update', type: 'reply', id: reply.id, label, changes: { ...changes } }],
      skipped: [],
      warnings: [],
      state: changes,
    };
  },

  async run({ replyId }, { state: changes }, ctx) {
    const reply = await updateReply(ctx.workspaceId, replyId, changes, ctx.now());
    await emitReplyUpdated(reply!, changes, ctx);
    return { data: toReplyView(reply!), summary: `Reopened the reply from ${reply!.fromAddress}.` };
  },
});
