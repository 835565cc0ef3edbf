import { languageFor } from '../../domain/messages/footer.ts';
import { quoteReply } from '../../domain/replies/quote-reply.ts';
import { counted } from '../../domain/text/counted.ts';
import { oneMessageManifest } from '../../engine/approvals/manifest/message-manifest.ts';
import { sending } from '../../engine/approvals/manifest/strange-sender.ts';
import { attachmentsShown } from '../../engine/messages/attached-files.ts';
import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import { type MessageRecord, transitionMessage } from '../../store/messages/message-store.ts';
import { type ReplyRecord, updateReply } from '../../store/replies/reply-store.ts';
import { plainTextOf } from '../../transport/messages/message-body.ts';
import { outgoingHtml, outgoingText } from '../../transport/messages/message-text.ts';
import { defineWrite } from '../definition/define-action.ts';
import { findOwnReply, newerReplies, replyIdInput, requireDraft, senderOf } from './find-own-reply.ts';
import { refuseSuppressed, threadMailbox } from './reply-draft-text.ts';
import { ReplyDraftView, toReplyDraftView } from './reply-view.ts';

export const approveAnswer = defineWrite({
  name: 'approve_answer',
  title: 'Approve and send an answer',
  summary: 'Send the drafted answer to a reply.',
  description:
    'Approves the drafted answer to a reply. It is sent within seconds, in the thread, to the person who ' +
    'wrote, from the mailbox of the thread. The preview shows the exact text and warns if the person has ' +
    'written again since. Needs a draft (draft_answer). People who have unsubscribed since cannot be answered.',
  method: 'post',
  path: '/replies/{replyId}/answer/approve',
  scope: ['replies:write', 'sending:write'],
  effect: 'send',
  input: Input(replyIdInput),
  output: ReplyDraftView,
  errors: ['not_found', 'invalid_state', 'legal_block', 'version_conflict'],
  isEverydayTool: true,

  async plan({ replyId }, ctx) {
    const reply = await findOwnReply(replyId, ctx);
    const draft = await requireDraft(reply);
    await refuseSuppressed(draft.to, ctx);
    const mailbox = await threadMailbox(reply);
    const bodyText = plainTextOf(draft);
    const contact = reply.contactId === null ? null : await findContact(ctx.workspaceId, reply.contactId);
    const quote = quoteReply(reply, languageFor(contact?.language, bodyText), ctx.workspace.settings.timeZone);
    const around = { signature: mailbox.signature, quote };
    const facts = { mailbox, quote, contact: contact ?? undefined, workspace: ctx.workspace };
    const bodyHtml = outgoingHtml(draft, around);
    const shown = { from: mailbox.address, to: draft.to, subject: draft.subject };
    const parts = { bodyText: outgoingText({ bodyText, ...around }), ...(bodyHtml !== null && { bodyHtml }) };
    const changes = { ...shown, ...parts, ...(await attachmentsShown(ctx.workspaceId, draft.attachments)) };
    return {
      summary: `Would send the answer ${draft.id} to ${draft.to}.`,
      recipients: 1,
      effects: [
        { op: 'send', type: 'message', id: draft.id, label: `Answer to ${senderOf(reply)}`, changes },
        { op: 'update', type: 'reply', id: reply.id, label: senderOf(reply), changes: { needsAction: false } },
      ],
      skipped: [],
      warnings: [
        ...overtakenWarning(await newerReplies(reply, draft)),
        ...(mailbox.kind === 'capture' ? ['The sandbox mailbox keeps messages and sends none.'] : []),
      ],
      preview: changes,
      ...(await sending(ctx.workspaceId, await oneMessageManifest('approve_answer', draft, facts))),
      state: draft satisfies MessageRecord,
    };
  },

  async run({ replyId }, { state: draft }, ctx) {
    const now = ctx.now();
    const approval = { scheduledAt: now, approvedAt: now, approvedBy: ctx.actor.userId ?? ctx.actor.id };
    const queued = await transitionMessage(ctx.workspaceId, draft.id, 'schedule', approval, now, draft.version);
    if (queued === null)
      throw new AppError('invalid_state', 'The draft has changed or was approved since it was read.');
    await updateReply(ctx.workspaceId, replyId, { isRead: true, needsAction: false }, now);
    return { data: toReplyDraftView(queued), summary: `Approved the answer to ${draft.to}; it is being sent.` };
  },
});

/** Warns without quoting the texts, because they come from outside. */
function overtakenWarning(newer: ReplyRecord[]): string[] {
  const last = newer.at(-1);
  if (last === undefined) return [];
  const count = `${counted(newer.length, 'message')} arrived from this person after the draft was written`;
  return [`${count}, the last one ${last.id} (${last.class}). Read it before you send this answer.`];
}
