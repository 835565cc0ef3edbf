import { Type } from 'typebox';
import { AppError } from '../../errors.ts';
import { insertMessages, type MessageRecord, updateDraft } from '../../store/campaigns/message-store.ts';
import { type ReplyRecord, updateReply } from '../../store/mail/reply-store.ts';
import { defineWrite } from '../define-action.ts';
import { Input } from '../schema.ts';
import {
  answerInput,
  answerSubject,
  ensureThreadMailbox,
  refuseSuppressed,
  subjectInput,
  toAnswerMessage,
} from './answer-text.ts';
import { findOwnReply, replyIdInput, senderOf } from './find-own-reply.ts';
import { AnswerView, findAnswer, toAnswerView } from './reply-view.ts';

interface State {
  reply: ReplyRecord;
  /** The draft that the new text replaces. */
  open: MessageRecord | null;
  text: { subject: string; bodyText: string };
}

export const draftAnswer = defineWrite({
  name: 'draft_answer',
  title: 'Draft an answer',
  summary: 'Write the answer to a reply, for approval.',
  description:
    'Stores your text as the answer to a reply; it waits for approval and is not sent (approve_answer sends it). It can go only to the person who wrote, in the same thread, from the same mailbox. A draft that is there already is replaced. Signature is added when it is sent.',
  method: 'post',
  path: '/replies/{replyId}/answer',
  scope: 'replies:write',
  effect: 'write',
  input: Input({ ...replyIdInput, ...answerInput, subject: Type.Optional(subjectInput) }),
  output: AnswerView,
  statuses: [200, 201],
  errors: ['not_found', 'invalid_state', 'legal_block', 'version_conflict'],
  isEverydayTool: true,

  async plan(input, ctx) {
    const reply = await findOwnReply(input.replyId, ctx);
    if (reply.state === 'dismissed') throw new AppError('invalid_state', `Reply ${reply.id} was dismissed.`);
    await refuseSuppressed(reply.fromAddress, ctx);
    const answer = await findAnswer(reply);
    const isOpen = answer !== null && ['draft', 'awaiting_approval'].includes(answer.state);
    const text = { subject: input.subject ?? answerSubject(reply), bodyText: input.bodyText };
    const label = `Answer to ${senderOf(reply)}`;
    const changes = { to: reply.fromAddress, ...text };
    const state: State = { reply, open: isOpen ? answer : null, text };
    return {
      summary: `Would draft an answer to ${reply.fromAddress}; nothing is sent.`,
      cost: 0,
      effects: [{ op: isOpen ? 'update' : 'create', type: 'message', label, changes }],
      skipped: [],
      warnings: reply.state === 'answered' ? ['This reply was answered before.'] : [],
      preview: changes,
      state,
    };
  },

  async run(_input, { state: { reply, open, text } }, ctx) {
    const now = ctx.now();
    const answer = open ? await updateDraft(ctx.workspaceId, open.id, text, now) : await insertAnswer(reply, text, now);
    if (answer === null) throw new AppError('invalid_state', 'The draft was approved meanwhile.');
    await ctx.emit('message.awaiting_approval', answer.id, { replyId: reply.id, kind: 'answer' });
    return {
      status: open ? 200 : 201,
      data: toAnswerView(answer),
      summary: `Drafted an answer to ${reply.fromAddress}; it waits for approval.`,
    };
  },
});

const insertAnswer = async (reply: ReplyRecord, text: State['text'], now: Date): Promise<MessageRecord> => {
  const mailbox = await ensureThreadMailbox(reply, now);
  const [answer] = await insertMessages(reply.workspaceId, [toAnswerMessage(reply, mailbox, text)], now);
  await updateReply(reply.workspaceId, reply.id, { answerMessageId: answer!.id, isRead: true }, now);
  return answer!;
};
