import { isForAutopilot } from '../../domain/replies/autopilot/decide-reply-draft.ts';
import type { MailHeaders } from '../../domain/replies/mail-headers.ts';
import { type Classification, needsAction } from '../../domain/replies/reply-classes.ts';
import { findContactByEmail, updateContactFields } from '../../store/contacts/contact-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { findMailboxByAddress } from '../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { cancelPendingDraftsTo } from '../../store/replies/autopilot/autopilot-message-store.ts';
import { insertReply, type NewReply } from '../../store/replies/reply-store.ts';
import { type InboundMail, readMail } from '../../transport/messages/read-mail.ts';
import { applyReplyClass } from './apply-reply-class.ts';
import { classifyMail } from './classify-mail.ts';
import { confirmSent } from './confirm-sent.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { chooseAttachments } from './keep-attachments.ts';
import { digestOfMail, identifyMail } from './known-reply.ts';
import { byNamedAddresses, contactOf, matchMail } from './match-mail.ts';
import { receiveOwnMail } from './receive-own-mail.ts';
import { receiveReport } from './receive-report.ts';
import { receiveTextBounce } from './receive-text-bounce.ts';

export type InboundOutcome =
  | { kind: 'reply'; replyId: string; isNew: boolean }
  | { kind: 'bounce' | 'complaint' | 'own' | 'ignored'; messageId?: string };

export interface MailOrigin {
  workspaceId: string;
  mailboxId: string | null;
  /** It lies in the Sent folder: written by the mailbox's owner, whatever address of theirs it names. */
  isSent?: boolean;
}

/**
 * Takes in one raw message, whichever way it came: finds what of ours it answers, stores it once, classifies it and does
 * what follows from that. What belongs to nothing of ours is kept as unmatched, unless it went to a mailing list.
 */
export async function receiveMail(origin: MailOrigin, raw: Buffer, deps: InboundDeps): Promise<InboundOutcome> {
  const { workspaceId } = origin;
  const mail = await readMail(raw);
  if (mail.report !== null) return receiveReport(workspaceId, mail, deps);
  if (await isOwnMail(origin, mail)) return receiveOwnMail(workspaceId, mail, deps);
  const digest = digestOfMail(raw);
  const { known } = await identifyMail(workspaceId, mail, digest);
  if (known) return { kind: 'reply', replyId: known.id, isNew: false };
  const message = await matchMail(workspaceId, mail);
  const classification = await classifyMail(mail, message?.bodyText ?? '', deps);
  const bounce = classification.class === 'bounce' ? await receiveTextBounce(workspaceId, mail, deps) : null;
  if (bounce) return bounce;
  if (message === null && (await isNobodysReply(workspaceId, mail, classification))) return { kind: 'ignored' };
  return storeReply(origin, { ...mail, digest, classification }, message, deps);
}

/** Written by a mailbox of the workspace, or found where its owner's own mail lies. */
async function isOwnMail({ workspaceId, isSent = false }: MailOrigin, { from }: InboundMail): Promise<boolean> {
  return isSent || (await findMailboxByAddress(workspaceId, from.address)) !== null;
}

/** What came by a mailing list and answers nothing, unless it wishes for an end and names somebody whom we wrote to. */
export async function isNobodysReply(
  workspaceId: string,
  mail: InboundMail,
  { wish }: Pick<Classification, 'wish'>,
): Promise<boolean> {
  if (!isBulkMail(mail.headers)) return false;
  return wish === 'none' || (await byNamedAddresses(workspaceId, mail)).length === 0;
}

/** Newsletters and lists, and what they send is nobody's reply. */
function isBulkMail(headers: MailHeaders): boolean {
  return Boolean(headers['list-id'] ?? headers['list-unsubscribe']) || /^(bulk|list)$/i.test(headers.precedence ?? '');
}

export type MailToStore = InboundMail & { digest: string; classification: Classification };

export function storeReply(
  origin: MailOrigin,
  mail: MailToStore,
  message: MessageRecord | null,
  deps: InboundDeps,
): Promise<InboundOutcome> {
  return inTransaction(async () => {
    const { workspaceId } = origin;
    const now = deps.now();
    const { known, messageIdHeader } = await identifyMail(workspaceId, mail, mail.digest);
    if (known) return { kind: 'reply', replyId: known.id, isNew: false };
    // What waits to answer an earlier message of theirs is out of date.
    await cancelPendingDraftsTo(workspaceId, mail.from.address, now);
    const files = chooseAttachments(mail.attachments);
    const identified = { ...mail, messageIdHeader };
    const received = { ...(await toReply(origin, identified, message, now)), attachments: files.listed };
    const reply = await insertReply(workspaceId, received, now);
    await files.keep(workspaceId, reply.id, now);
    if (reply.contactId !== null && reply.class !== 'auto_reply') {
      await updateContactFields(workspaceId, reply.contactId, { lastRepliedAt: now }, now);
    }
    if (message !== null && isInThread(message, mail)) await confirmSent(message, 'reply', now);
    const { campaignId, contactId } = reply;
    await addEvent(workspaceId, 'reply.received', reply.id, { campaignId, contactId, class: reply.class }, now);
    await applyReplyClass(reply, deps);
    return { kind: 'reply', replyId: reply.id, isNew: true };
  });
}

/** A reply in the thread proves delivery. */
function isInThread({ messageIdHeader }: MessageRecord, { inReplyTo, references }: InboundMail): boolean {
  return inReplyTo === messageIdHeader || references.includes(messageIdHeader);
}

async function toReply(
  origin: MailOrigin,
  mail: MailToStore & { messageIdHeader: string },
  message: MessageRecord | null,
  now: Date,
): Promise<Omit<NewReply, 'attachments'>> {
  const { from, classification } = mail;
  const known = message === null ? null : await contactOf(message);
  const contact = known ?? (await findContactByEmail(origin.workspaceId, from.address));
  const isUnmatched = message === null && contact === null;
  return {
    mailboxId: message?.mailboxId ?? origin.mailboxId,
    messageId: message?.id ?? null,
    campaignId: message?.campaignId ?? null,
    enrollmentId: message?.enrollmentId ?? null,
    contactId: contact?.id ?? null,
    state: isUnmatched ? 'unmatched' : 'new',
    fromAddress: from.address,
    fromName: from.name,
    subject: mail.subject,
    bodyText: mail.bodyText,
    messageIdHeader: mail.messageIdHeader,
    references: mail.references,
    ...classification,
    needsAction: needsAction(classification) || (isUnmatched && (await meansSomebodyUnknown(origin, mail))),
    ...(isForAutopilot(classification.class) && { isForAutopilot: true }),
    receivedAt: now,
  };
}

/** A wish whose author we know by no address: only a person can say whom it is about. */
async function meansSomebodyUnknown({ workspaceId }: MailOrigin, mail: MailToStore): Promise<boolean> {
  return mail.classification.wish === 'clear' && (await byNamedAddresses(workspaceId, mail)).length === 0;
}
