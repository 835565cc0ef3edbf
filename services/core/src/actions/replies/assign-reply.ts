import { contactLabel } from '../../domain/contacts/contact.ts';
import { needsAction } from '../../domain/replies/reply-classes.ts';
import { applyReplyClass } from '../../engine/replies/apply-reply-class.ts';
import { planReplyClass } from '../../engine/replies/plan-reply-class.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { findContact, updateContactFields } from '../../store/contacts/contact-store.ts';
import { findLastSentTo } from '../../store/messages/message-thread-store.ts';
import { updateReply } from '../../store/replies/reply-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { findOwnReply, replyIdInput } from './find-own-reply.ts';
import { ReplyView, toReplyView } from './reply-view.ts';

export const assignReply = defineWrite({
  name: 'assign_reply',
  title: 'Assign an unmatched reply',
  summary: 'Match an unmatched message to a contact.',
  description:
    'Matches a message in state unmatched (list_replies) to the contact who wrote it, possibly from another ' +
    'address. The effect of its class applies: an opt-out suppresses the contact, and any other reply stops ' +
    'the sequence. To close an unmatched message, use dismiss_reply.',
  method: 'post',
  path: '/replies/{replyId}/assign',
  scope: 'replies:write',
  effect: 'write',
  input: Input({ ...replyIdInput, contactId: Id('con', 'Contact who wrote it.') }),
  output: ReplyView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ replyId, contactId }, ctx) {
    const reply = await findOwnReply(replyId, ctx);
    if (reply.state !== 'unmatched')
      throw new AppError('invalid_state', `Reply ${reply.id} is already ${reply.state}.`);
    const contact = await findContact(ctx.workspaceId, contactId);
    if (contact === null) throw new AppError('not_found', 'There is no such contact.');
    const message = contact.email ? await findLastSentTo(ctx.workspaceId, contact.email) : null;
    const { campaignId = null, enrollmentId = null, id: messageId = null } = message ?? {};
    const changes = { contactId, campaignId, enrollmentId, messageId, state: 'new' } as const;
    const label = `Reply from ${reply.fromAddress}`;
    const follows = await planReplyClass({ ...reply, ...changes }, reply.class);
    return {
      summary: `Would assign the reply from ${reply.fromAddress} to ${contactLabel(contact)}.`,
      effects: [{ op: 'update', type: 'reply', id: reply.id, label, changes: { contactId } }, ...follows],
      skipped: [],
      warnings: [],
      state: { changes, name: contactLabel(contact) },
    };
  },

  async run({ replyId, contactId }, { state: { changes, name } }, ctx) {
    const now = ctx.now();
    const own = await findOwnReply(replyId, ctx);
    const reply = await updateReply(ctx.workspaceId, replyId, { ...changes, needsAction: needsAction(own) }, now);
    await updateContactFields(ctx.workspaceId, contactId, { lastRepliedAt: reply!.receivedAt }, now);
    await applyReplyClass(reply!, ctx);
    const { class: replyClass, campaignId } = reply!;
    await ctx.emit('reply.received', replyId, { campaignId, contactId, class: replyClass });
    return { data: toReplyView(reply!), summary: `Assigned the reply to ${name}.` };
  },
});
