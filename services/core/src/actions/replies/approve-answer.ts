import { AppError } from '../../errors.ts';
import { outgoingText } from '../../mail/message-text.ts';
import { type MessageRecord, transitionMessage } from '../../store/campaigns/message-store.ts';
import { updateReply } from '../../store/mail/reply-store.ts';
import { defineWrite } from '../define-action.ts';
import { Input } from '../schema.ts';
import { refuseSuppressed, threadMailbox } from './answer-text.ts';
import { findOwnReply, replyIdInput, requireDraft, senderOf } from './find-own-reply.ts';
import { AnswerView, toAnswerView } from './reply-view.ts';

export const approveAnswer = defineWrite({
  name: 'approve_answer',
  title: 'Approve and send an answer',
  summary: 'Send the drafted answer to a reply.',
  description:
    'Approves the drafted answer to a reply: it is sent within seconds, in the thread, to the person who wrote, from the mailbox of the thread. The preview shows the exact text. Needs a draft (draft_answer). Someone who unsubscribed meanwhile cannot be answered.',
  method: 'post',
  path: '/replies/{replyId}/answer/approve',
  scope: ['replies:write', 'sending:write'],
  effect: 'send',
  input: Input(replyIdInput),
  output: AnswerView,
  errors: ['not_found', 'invalid_state', 'legal_block', 'version_conflict'],
  isEverydayTool: true,

  async plan({ replyId }, ctx) {
    const reply = await findOwnReply(replyId, ctx);
    const draft = await requireDraft(reply);
    await refuseSuppressed(draft.to, ctx);
    const mailbox = await threadMailbox(reply);
    const bodyText = outgoingText({
      bodyText: draft.bodyText,
      signature: mailbox.signature,
      postalAddress: '',
      unsubscribeUrl: null,
    });
    const changes = { from: mailbox.address, to: draft.to, subject: draft.subject, bodyText };
    return {
      summary: `Would send the answer "${draft.subject}" to ${draft.to}.`,
      cost: 0,
      effects: [{ op: 'send', type: 'message', id: draft.id, label: `Answer to ${senderOf(reply)}`, changes }],
      skipped: [],
      warnings: mailbox.kind === 'capture' ? ['The sandbox mailbox keeps messages and sends none.'] : [],
      preview: changes,
      state: draft satisfies MessageRecord,
    };
  },

  async run({ replyId }, { state: draft }, ctx) {
    const now = ctx.now();
    const approval = { scheduledAt: now, approvedAt: now, approvedBy: ctx.actor.userId ?? ctx.actor.id };
    const queued = await transitionMessage(ctx.workspaceId, draft.id, 'schedule', approval, now, draft.version);
    if (queued === null) throw new AppError('invalid_state', 'The draft was changed or approved meanwhile.');
    await updateReply(ctx.workspaceId, replyId, { isRead: true, needsAction: false }, now);
    return { data: toAnswerView(queued), summary: `Approved the answer to ${draft.to}; it is being sent.` };
  },
});
