import { hash } from 'node:crypto';
import { type Classification, needsAction } from '../../../domain/mail/reply-class.ts';
import { type InboundMail, readMail } from '../../../mail/read-mail.ts';
import { type MessageRecord, transitionMessage } from '../../../store/campaigns/message-store.ts';
import { findContactByEmail, updateContactFields } from '../../../store/crm/contact-store.ts';
import { findMailboxByAddress } from '../../../store/mail/mailbox-store.ts';
import { findReplyByHeader, insertReply, type NewReply } from '../../../store/mail/reply-store.ts';
import { addEvent } from '../../../store/requests/event-store.ts';
import { inTransaction } from '../../../store/transaction.ts';
import { applyReplyClass } from './apply-reply-class.ts';
import { classifyMail } from './classify-mail.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { contactOf, matchMail } from './match-mail.ts';
import { receiveReport } from './receive-report.ts';

export type InboundOutcome =
  | { kind: 'reply'; replyId: string; isNew: boolean }
  | { kind: 'bounce' | 'complaint' | 'ignored'; messageId?: string };

/**
 * Takes in one raw message, whichever way it came: finds what of ours it answers, stores it once, classifies it and does
 * what follows from that. What answers nothing of ours is none of our business and is not stored.
 */
export const receiveMail = async (
  origin: { workspaceId: string; mailboxId: string | null },
  raw: Buffer,
  deps: InboundDeps,
): Promise<InboundOutcome> => {
  const { workspaceId } = origin;
  const mail = await readMail(raw);
  if (mail.report !== null) return receiveReport(workspaceId, mail, deps);
  if (mail.from === null || (await findMailboxByAddress(workspaceId, mail.from.address))) return { kind: 'ignored' };
  const messageIdHeader = mail.messageIdHeader ?? `<${hash('sha256', raw, 'hex')}@received.invalid>`;
  const known = await findReplyByHeader(workspaceId, messageIdHeader);
  if (known) return { kind: 'reply', replyId: known.id, isNew: false };
  const message = await matchMail(workspaceId, mail);
  if (message === null) return { kind: 'ignored' };
  const classification = await classifyMail(mail, deps);
  return storeReply(origin, { ...mail, messageIdHeader, classification }, message, deps);
};

type MailToStore = InboundMail & { messageIdHeader: string; classification: Classification };

const storeReply = (
  origin: { workspaceId: string; mailboxId: string | null },
  mail: MailToStore,
  message: MessageRecord,
  deps: InboundDeps,
): Promise<InboundOutcome> =>
  inTransaction(async () => {
    const { workspaceId } = origin;
    const now = deps.now();
    const known = await findReplyByHeader(workspaceId, mail.messageIdHeader);
    if (known) return { kind: 'reply', replyId: known.id, isNew: false };
    const reply = await insertReply(workspaceId, await toReply(origin, mail, message, now), now);
    if (reply.contactId !== null && reply.class !== 'auto_reply') {
      await updateContactFields(workspaceId, reply.contactId, { lastRepliedAt: now }, now);
    }
    await confirmSent(message, mail, now);
    const { campaignId, contactId } = reply;
    await addEvent(workspaceId, 'reply.received', reply.id, { campaignId, contactId, class: reply.class }, now);
    await applyReplyClass(reply, deps);
    return { kind: 'reply', replyId: reply.id, isNew: true };
  });

/** Whoever answers a message in its thread has got it. */
const confirmSent = async (message: MessageRecord, mail: InboundMail, now: Date): Promise<void> => {
  const { workspaceId, id, state, messageIdHeader, campaignId, enrollmentId, contactId, mailboxId, kind } = message;
  const isNamed = mail.inReplyTo === messageIdHeader || mail.references.includes(messageIdHeader);
  if (state !== 'unconfirmed' || !isNamed) return;
  if ((await transitionMessage(workspaceId, id, 'confirm_sent', {}, now)) === null) return;
  const data = { campaignId, enrollmentId, contactId, mailboxId, kind, confirmedBy: 'reply' };
  await addEvent(workspaceId, 'message.sent', id, data, now);
};

const toReply = async (
  origin: { workspaceId: string; mailboxId: string | null },
  mail: MailToStore,
  message: MessageRecord,
  now: Date,
): Promise<NewReply> => {
  const from = mail.from!;
  const contact = (await contactOf(message)) ?? (await findContactByEmail(origin.workspaceId, from.address));
  return {
    mailboxId: message.mailboxId ?? origin.mailboxId,
    messageId: message.id,
    campaignId: message.campaignId,
    enrollmentId: message.enrollmentId,
    contactId: contact?.id ?? null,
    fromAddress: from.address,
    fromName: from.name,
    subject: mail.subject,
    bodyText: mail.bodyText,
    attachments: mail.attachments,
    messageIdHeader: mail.messageIdHeader,
    references: mail.references,
    ...mail.classification,
    needsAction: needsAction(mail.classification.class),
    receivedAt: now,
  };
};
