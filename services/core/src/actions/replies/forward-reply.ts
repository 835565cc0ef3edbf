import { cutText } from '@outbound/node-service/text/cut-text';
import { Type } from 'typebox';
import { domainOf, normalizeEmail } from '../../domain/contacts/email-address.ts';
import { nameMessage, ownManifest } from '../../engine/approvals/manifest/message-manifest.ts';
import { sending } from '../../engine/approvals/manifest/strange-sender.ts';
import { ensureThreadMailbox } from '../../engine/replies/reply-draft.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, Text } from '../../schema/schema.ts';
import { insertMessages, newMessageIdHeader } from '../../store/messages/message-store.ts';
import { updateReply } from '../../store/replies/reply-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { findOwnReply, replyIdInput, senderOf } from './find-own-reply.ts';
import { refuseSuppressed, threadMailbox } from './reply-draft-text.ts';
import { ReplyView, toReplyView } from './reply-view.ts';
import { requireColleague } from './require-colleague.ts';

const forwardsMax = 20;

export const forwardReply = defineWrite({
  name: 'forward_reply',
  title: 'Forward a reply',
  summary: 'Forward a reply to a colleague.',
  description:
    'Sends a copy of a reply (sender, date, and text, without attachments) to a colleague, with your note ' +
    'above it: to a member of the workspace, or to an address in the domain of a member or connected mailbox. ' +
    'It is sent within seconds from the mailbox of the thread. The preview shows the exact text.',
  method: 'post',
  path: '/replies/{replyId}/forward',
  scope: ['replies:write', 'sending:write'],
  effect: 'send',
  untrusted: ['bodyText'],
  input: Input({
    ...replyIdInput,
    to: Text(254, 'Email address of the colleague.', { minLength: 3 }),
    note: Type.Optional(Text(5_000, 'Note above the forwarded text.')),
  }),
  output: ReplyView,
  errors: ['not_found', 'validation_failed', 'legal_block', 'limit_reached', 'version_conflict'],

  async plan(input, ctx) {
    const reply = await findOwnReply(input.replyId, ctx);
    const to = normalizeEmail(input.to);
    if (to === undefined)
      throw new AppError('validation_failed', `${input.to} is not an email address.`, { field: 'to' });
    if (reply.forwardedTo.length >= forwardsMax) {
      throw new AppError('limit_reached', `A reply can be forwarded ${forwardsMax} times.`);
    }
    await requireColleague(to, ctx);
    await refuseSuppressed(to, ctx);
    const mailbox = await threadMailbox(reply);
    const { address: from } = mailbox;
    const head = `From: ${senderOf(reply)} <${reply.fromAddress}>\nDate: ${reply.receivedAt.toISOString()}\nSubject: ${reply.subject}`;
    const note = input.note === undefined ? '' : `${input.note}\n\n`;
    const bodyText = `${note}---------- Forwarded message ----------\n${head}\n\n${reply.bodyText}`;
    const message = { to, subject: cutText(`Fwd: ${reply.subject}`, 200), bodyText };
    return {
      summary: `Would forward the reply from ${reply.fromAddress} to ${to}.`,
      recipients: 1,
      effects: [
        { op: 'send', type: 'message', label: `Forward to ${to}`, changes: { from, ...message } },
        { op: 'update', type: 'reply', id: reply.id, label: senderOf(reply), changes: { forwardedTo: to } },
      ],
      skipped: [],
      warnings: [],
      preview: { from, ...message },
      ...(await sending(ctx.workspaceId, await ownManifest('forward_reply', { mailbox, message }, ctx.workspace))),
      state: { reply, message },
    };
  },

  async run(_input, { state: { reply, message }, manifest }, ctx) {
    const now = ctx.now();
    const mailbox = await ensureThreadMailbox(reply, now);
    const approval = { scheduledAt: now, approvedAt: now, approvedBy: ctx.actor.userId ?? ctx.actor.id };
    const messageIdHeader = newMessageIdHeader(domainOf(mailbox.address));
    const own = {
      kind: 'forward',
      state: 'scheduled',
      replyId: reply.id,
      mailboxId: mailbox.id,
      messageIdHeader,
    } as const;
    const [forward] = await insertMessages(ctx.workspaceId, [{ ...own, ...message, ...approval }], now);
    if (manifest !== undefined && forward !== undefined) nameMessage(manifest, forward.id);
    const forwardedTo = [...new Set([...reply.forwardedTo, message.to])];
    const updated = await updateReply(ctx.workspaceId, reply.id, { forwardedTo }, now);
    return { data: toReplyView(updated!), summary: `Forwarding the reply from ${reply.fromAddress} to ${message.to}.` };
  },
});
