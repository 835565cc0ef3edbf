import { hash } from 'node:crypto';
import { isForAutopilot } from '../../domain/autopilot/decide-reply-draft.ts';
import type { MailHeaders } from '../../domain/replies/mail-headers.ts';
import { type Classification, needsAction } from '../../domain/replies/reply-classes.ts';
import { type InboundMail, readMail } from '../../mail/read-mail.ts';
import { cancelPendingDraftsTo } from '../../store/autopilot/autopilot-message-store.ts';
import { type MessageRecord, transitionMessage } from '../../store/campaigns/message-store.ts';
import { findContactByEmail, updateContactFields } from '../../store/crm/contact-store.ts';
import { findMailboxByAddress } from '../../store/mail/mailbox-store.ts';
import { findReplyByHeader, insertReply, type NewReply } from '../../store/mail/reply-store.ts';
import { addEvent } from '../../store/requests/event-store.ts';
import { inTransaction } from '../../store/transaction.ts';
import { applyReplyClass } from './apply-reply-class.ts';
import { classifyMail } from './classify-mail.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { chooseAttachments } from './keep-attachments.ts';
import { contactOf, matchMail } from './match-mail.ts';
import { receiveOwnMail } from './receive-own-mail.ts';
import { receiveReport } from './receive-report.ts';
import { receiveTextBounce } from './receive-text-bounce.ts';

export type InboundOutcome =
  | { kind: 'reply'; replyId: string; isNew: boolean }
  | { kind: 'bounce' | 'complaint' | 'own' | 'ignored'; messageId?: string };

/**
 * Takes in one raw message, whichever way it came: finds what of ours it answers, stores it once, classifies it and does
 * what follows from that. What belongs to nothing of ours is kept as unmatched, unless it went to a mailing list.
 */
export async function receiveMail(
  origin: { workspaceId: string; mailboxId: string | null },
  raw: Buffer,
  deps: InboundDeps,
): Promise<InboundOutcome> {
  const { workspaceId } = origin;
  const mail = await readMail(raw);
  if (mail.report !== null) return receiveReport(workspaceId, mail, deps);
  if (mail.from === null) return { kind: 'ignored' };
  if (await findMailboxByAddress(workspaceId, mail.from.address)) return receiveOwnMail(workspaceId, mail, deps);
  const messageIdHeader = mail.messageIdHeader ?? `<${hash('sha256', raw, 'hex')}@received.invalid>`;
  const known = await findReplyByHeader(workspaceId, messageIdHeader);
  if (known) return { kind: 'reply', replyId: known.id, isNew: false };
  const message = await matchMail(workspaceId, mail);
  const classification = await classifyMail(mail, message?.bodyText ?? '', deps);
  const bounce = classification.class === 'bounce' ? await receiveTextBounce(workspaceId, mail, deps) : null;
  if (bounce) return bounce;
  if (message === null && isBulkMail(mail.headers)) return { kind: 'ignored' };
  return storeReply(origin, { ...mail, messageIdHeader, classification }, message, deps);
}

/** Newsletters and lists, and what they send is nobody's reply. */
export function isBulkMail(headers: MailHeaders): boolean {
  return Boolean(headers['list-id'] ?? headers['list-unsubscribe']) || /^(bulk|list)$/i.test(headers.precedence ?? '');
}

type MailToStore = InboundMail & { messageIdHeader: string; classification: Classification };

function storeReply(
  origin: { workspaceId: string; mailboxId: string | null },
  mail: MailToStore,
  message: MessageRecord | null,
  deps: InboundDeps,
): Promise<InboundOutcome> {
  return inTransaction(async () => {
    const { workspaceId } = origin;
    const now = deps.now();
    const known = await findReplyByHeader(workspaceId, mail.messageIdHeader);
    if (known) return { kind: 'reply', replyId: known.id, isNew: false };
    // What waits to answer an earlier message of theirs is out of date.
    await cancelPendingDraftsTo(workspaceId, mail.from!.address, now);
    const files = chooseAttachments(mail.attachments);
    const received = { ...(await toReply(origin, mail, message, now)), attachments: files.listed };
    const reply = await insertReply(workspaceId, received, now);
    await files.keep(workspaceId, reply.id, now);
    if (reply.contactId !== null && reply.class !== 'auto_reply') {
      await updateContactFields(workspaceId, reply.contactId, { lastRepliedAt: now }, now);
    }
    if (message !== null) await confirmSent(message, mail, now);
    const { campaignId, contactId } = reply;
    await addEvent(workspaceId, 'reply.received', reply.id, { campaignId, contactId, class: reply.class }, now);
    await applyReplyClass(reply, deps);
    return { kind: 'reply', replyId: reply.id, isNew: true };
  });
}

/** A reply in the thread proves delivery. */
async function confirmSent(message: MessageRecord, mail: InboundMail, now: Date): Promise<void> {
  const { workspaceId, id, state, messageIdHeader, campaignId, enrollmentId, contactId, mailboxId, kind } = message;
  const isNamed = mail.inReplyTo === messageIdHeader || mail.references.includes(messageIdHeader);
  if (state !== 'unconfirmed' || !isNamed) return;
  if ((await transitionMessage(workspaceId, id, 'confirm_sent', {}, now)) === null) return;
  const data = { campaignId, enrollmentId, contactId, mailboxId, kind, confirmedBy: 'reply' };
  await addEvent(workspaceId, 'message.sent', id, data, now);
}

async function toReply(
  origin: { workspaceId: string; mailboxId: string | null },
  mail: MailToStore,
  message: MessageRecord | null,
  now: Date,
): Promise<Omit<NewReply, 'attachments'>> {
  const from = mail.from!;
  const known = message === null ? null : await contactOf(message);
  const contact = known ?? (await findContactByEmail(origin.workspaceId, from.address));
  return {
    mailboxId: message?.mailboxId ?? origin.mailboxId,
    messageId: message?.id ?? null,
    campaignId: message?.campaignId ?? null,
    enrollmentId: message?.enrollmentId ?? null,
    contactId: contact?.id ?? null,
    state: message === null && contact === null ? 'unmatched' : 'new',
    fromAddress: from.address,
    fromName: from.name,
    subject: mail.subject,
    bodyText: mail.bodyText,
    messageIdHeader: mail.messageIdHeader,
    references: mail.references,
    ...mail.classification,
    needsAction: needsAction(mail.classification),
    ...(isForAutopilot(mail.classification.class) && { isForAutopilot: true }),
    receivedAt: now,
  };
}
