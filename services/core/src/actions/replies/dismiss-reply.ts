import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { transitionMessage } from '../../store/messages/message-store.ts';
import { updateReply } from '../../store/replies/reply-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { emitReplyUpdated } from './emit-reply-updated.ts';
import { findOwnReply, replyIdInput, senderOf } from './find-own-reply.ts';
import { findReplyDraft, ReplyView, toReplyView } from './reply-view.ts';

export const dismissReply = defineWrite({
  name: 'dismiss_reply',
  title: 'Dismiss a reply',
  summary: 'Close a reply without answering it.',
  description:
    'Closes a reply that needs no answer. It no longer needs action, and a drafted answer is cancelled. The ' +
    'sequence that it stopped does not resume. Rejected if the reply was already answered.',
  method: 'post',
  path: '/replies/{replyId}/dismiss',
  scope: 'replies:write',
  effect: 'write',
  input: Input(replyIdInput),
  output: ReplyView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ replyId }, ctx) {
    const reply = await findOwnReply(replyId, ctx);
    if (reply.state === 'answered' || reply.state === 'dismissed')
      throw new AppError('invalid_state', `Reply ${reply.id} is already ${reply.state}.`);
    const found = await findReplyDraft(reply);
    const draft = found !== null && ['draft', 'awaiting_approval'].includes(found.state) ? found : null;
    const label = `Reply from ${senderOf(reply)}`;
    const cancelled = draft
      ? [{ op: 'cancel', type: 'message', id: draft.id, label: `Drafted answer to ${draft.to}` } as const]
      : [];
    return {
      summary: `Would dismiss the reply from ${reply.fromAddress}.`,
      effects: [{ op: 'update', type: 'reply', id: reply.id, label, changes: { state: 'dismissed' } }, ...cancelled],
      skipped: [],
      warnings: [],
      state: draft,
    };
  },

  async run({ replyId }, { state: draft }, ctx) {
    const now = ctx.now();
    if (draft) await transitionMessage(ctx.workspaceId, draft.id, 'cancel', {}, now);
    const changes = { state: 'dismissed', isRead: true, needsAction: false } as const;
    const reply = await updateReply(ctx.workspaceId, replyId, changes, now);
    await emitReplyUpdated(reply!, changes, ctx);
    return { data: toReplyView(reply!), summary: `Dismissed the reply from ${reply!.fromAddress}.` };
  },
});
