import { Type } from 'typebox';
import type { DraftText } from '../../domain/messages/drafts/draft-text.ts';
import { checkAttachments } from '../../engine/messages/attached-files.ts';
import {
  answerAddress,
  ensureThreadMailbox,
  replyDraftSubject,
  toReplyDraft,
} from '../../engine/replies/reply-draft.ts';
import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { insertMessages, type MessageRecord, updateDraft } from '../../store/messages/message-store.ts';
import { type ReplyRecord, updateReply } from '../../store/replies/reply-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { findOwnReply, replyIdInput, senderOf } from './find-own-reply.ts';
import { refuseSuppressed, replyDraftInput, subjectInput } from './reply-draft-text.ts';
import { findReplyDraft, ReplyDraftView, toReplyDraftView } from './reply-view.ts';

interface State {
  reply: ReplyRecord;
  /** Draft that the new text replaces. */
  open: MessageRecord | null;
  text: DraftText;
}

export const draftAnswer = defineWrite({
  name: 'draft_answer',
  title: 'Draft an answer',
  summary: 'Draft an answer to a reply, for approval.',
  description:
    'Stores your text as the answer to a reply. It needs approval and is not sent (approve_answer sends it). ' +
    'It goes only to the person who wrote, in the same thread, from the same mailbox. It replaces an existing ' +
    'draft. The signature is added when it is sent.',
  method: 'post',
  path: '/replies/{replyId}/answer',
  scope: 'replies:write',
  effect: 'write',
  small: {
    change: 'drafts',
    undo: 'dismiss_reply, or edit_answer with other words. Nothing is sent before approve_answer.',
  },
  input: Input({ ...replyIdInput, ...replyDraftInput, subject: Type.Optional(subjectInput) }),
  output: ReplyDraftView,
  statuses: [200, 201],
  errors: ['not_found', 'invalid_state', 'legal_block', 'version_conflict'],
  isEverydayTool: true,

  async plan(input, ctx) {
    const reply = await findOwnReply(input.replyId, ctx);
    if (reply.state === 'dismissed') throw new AppError('invalid_state', `Reply ${reply.id} was dismissed.`);
    const to = await answerAddress(reply);
    await refuseSuppressed(to, ctx);
    const draft = await findReplyDraft(reply);
    const isOpen = draft !== null && ['draft', 'awaiting_approval'].includes(draft.state);
    const { bodyText, bodyFormat = 'text', attachments = [] } = input;
    await checkAttachments(ctx.workspaceId, attachments);
    const text = { subject: input.subject ?? replyDraftSubject(reply), bodyText, bodyFormat, attachments };
    const label = `Answer to ${senderOf(reply)}`;
    const changes = { to, ...text };
    const state: State = { reply, open: isOpen ? draft : null, text };
    return {
      summary: `Would draft an answer to ${to}. Nothing is sent.`,
      effects: [
        { op: isOpen ? 'update' : 'create', type: 'message', ...(isOpen && { id: draft.id }), label, changes },
        { op: 'update', type: 'reply', id: reply.id, label: senderOf(reply), changes: { isRead: true } },
      ],
      skipped: [],
      warnings: [
        ...(reply.state === 'answered' ? ['This reply was answered before.'] : []),
        ...(isElsewhere(reply, to) ? [`The writer wants replies at ${reply.replyToAddress}, a different domain.`] : []),
      ],
      preview: changes,
      state,
    };
  },

  async run(_input, { state: { reply, open, text } }, ctx) {
    const now = ctx.now();
    const draft = open
      ? await updateDraft(ctx.workspaceId, open.id, text, now)
      : await insertReplyDraft(reply, text, now);
    if (draft === null) throw new AppError('invalid_state', 'The draft was approved since it was read.');
    await ctx.emit('message.awaiting_approval', draft.id, { replyId: reply.id, kind: 'answer' });
    return {
      status: open ? 200 : 201,
      data: toReplyDraftView(draft),
      summary: `Drafted an answer to ${draft.to}. It needs approval.`,
    };
  },
});

function isElsewhere({ replyToAddress }: ReplyRecord, to: string): boolean {
  return replyToAddress !== undefined && replyToAddress !== to;
}

async function insertReplyDraft(reply: ReplyRecord, text: DraftText, now: Date): Promise<MessageRecord> {
  const mailbox = await ensureThreadMailbox(reply, now);
  const [draft] = await insertMessages(reply.workspaceId, [await toReplyDraft(reply, mailbox, text)], now);
  await updateReply(reply.workspaceId, reply.id, { answerMessageId: draft!.id, isRead: true }, now);
  return draft!;
}
