import { Type } from 'typebox';
import { factChanges } from '../../domain/contacts/contact-changes.ts';
import type { DraftText } from '../../domain/messages/drafts/draft-text.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
import { checkAttachments } from '../../engine/messages/attached-files.ts';
import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { type MessageRecord, updateDraft } from '../../store/messages/message-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { findOwnReply, replyIdInput, requireDraft, senderOf } from './find-own-reply.ts';
import { replyDraftInput, subjectInput } from './reply-draft-text.ts';
import { ReplyDraftView, toReplyDraftView } from './reply-view.ts';

interface State {
  draft: MessageRecord;
  text: DraftText;
}

export const editAnswer = defineWrite({
  name: 'edit_answer',
  title: 'Edit a drafted answer',
  summary: 'Change the text of a drafted answer.',
  description:
    'Changes the subject, text, or attachments of a drafted answer and keeps the others. Nothing is sent; ' +
    'approve_answer does that. An approved answer cannot be changed.',
  method: 'patch',
  path: '/replies/{replyId}/answer',
  scope: 'replies:write',
  effect: 'write',
  small: { change: 'drafts', undo: 'edit_answer with the previous text.' },
  input: Input({
    ...replyIdInput,
    bodyText: Type.Optional(replyDraftInput.bodyText),
    bodyFormat: replyDraftInput.bodyFormat,
    attachments: replyDraftInput.attachments,
    subject: Type.Optional(subjectInput),
  }),
  output: ReplyDraftView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan(input, ctx) {
    const reply = await findOwnReply(input.replyId, ctx);
    const draft = await requireDraft(reply);
    await checkAttachments(ctx.workspaceId, input.attachments);
    const text = {
      subject: input.subject ?? draft.subject,
      bodyText: input.bodyText ?? draft.bodyText,
      bodyFormat: input.bodyFormat ?? draft.bodyFormat ?? 'text',
      attachments: input.attachments ?? draft.attachments ?? [],
    };
    const state: State = { draft, text };
    const { subject, bodyText, bodyFormat = 'text', attachments = [] } = draft;
    const before = { subject, bodyText, bodyFormat, attachments };
    const label = `Answer to ${senderOf(reply)}`;
    const update = plannedUpdate({ type: 'message', id: draft.id, label, before, changes: factChanges(before, text) });
    const isChanged = Object.keys(update.changes ?? {}).length > 0;
    return {
      summary: isChanged
        ? `Would change the drafted answer to ${reply.fromAddress}: ${changesInWords(update)}.`
        : 'Would change nothing.',
      effects: isChanged ? [update] : [],
      skipped: [],
      warnings: [],
      preview: { to: draft.to, ...text },
      state,
    };
  },

  async run(_input, { effects, state: { draft, text } }, ctx) {
    if (effects.length === 0) return { data: toReplyDraftView(draft), summary: 'Nothing to change.' };
    const updated = await updateDraft(ctx.workspaceId, draft.id, text, ctx.now());
    if (updated === null) throw new AppError('invalid_state', 'The draft was approved since it was read.');
    return { data: toReplyDraftView(updated), summary: `Changed the drafted answer to ${draft.to}.` };
  },
});
