import { isForAutopilot } from '../../domain/replies/autopilot/decide-reply-draft.ts';
import { type Classification, needsAction } from '../../domain/replies/reply-classes.ts';
import { dueAtOf } from '../../domain/replies/reply-due.ts';
import { asksForCompany } from '../../domain/replies/wishes/company-wish.ts';
import { findContactByEmail, updateContactFields } from '../../store/contacts/contact-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { findMailboxByAddress } from '../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { findMessagesByHeader } from '../../store/messages/message-thread-store.ts';
import { cancelPendingDraftsTo } from '../../store/replies/autopilot/autopilot-message-store.ts';
import { insertReply, type NewReply } from '../../store/replies/reply-store.ts';
import { knownWorkspace } from '../../store/workspaces/workspace-store.ts';
import { type InboundMail, readMail } from '../../transport/received/read-mail.ts';
import { applyReplyClass } from './apply-reply-class.ts';
import { classifyMail } from './classify-mail.ts';
import { confirmSent } from './confirm-sent.ts';
import { type ReportOutcome, receiveReport } from './delivery-reports/receive-report.ts';
import { receiveTextBounce } from './delivery-reports/receive-text-bounce.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { chooseAttachments } from './keep-attachments.ts';
import { digestOfMail, identifyMail } from './known-reply.ts';
import { byNamedAddresses, contactOf, relateMail } from './match-mail.ts';
import { receiveOwnMail } from './receive-own-mail.ts';
import { isNobodysReply, isOfStranger } from './unrelated-mail.ts';

export type InboundOutcome =
  | { kind: 'reply'; replyId: string; isNew: boolean }
  | { kind: 'bounce' | 'complaint' | 'own' | 'ignored'; messageId?: string };

export interface MailOrigin {
  workspaceId: string;
  mailboxId: string | null;
  /** True if the mail is in the Sent folder, so the mailbox owner wrote it, regardless of its From address. */
  isSent?: boolean;
  /**
   * True if the mail was in its folder before the folder was read for the first time. A stranger's mail is then ignored,
   * unless it opts out.
   */
  isEarlier?: boolean;
}

/**
 * Receives one raw message from IMAP or the sandbox: finds our message that it responds to, stores it once, classifies
 * it, and applies the result. Unrelated mail is kept as unmatched, unless it is from a mailing list.
 */
export async function receiveMail(origin: MailOrigin, raw: Buffer, deps: InboundDeps): Promise<InboundOutcome> {
  const { workspaceId } = origin;
  const received = await readMail(raw);
  const digest = digestOfMail(raw);
  if (received.report !== null) {
    return askIfNeeded(origin, { ...received, digest }, await receiveReport(workspaceId, received, deps), deps);
  }
  if (await isOwnMail(origin, received)) return receiveOwnMail(workspaceId, received, deps);
  const related = await relateMail(workspaceId, received);
  const { mail, message } = related;
  const { known } = await identifyMail(workspaceId, mail, digest);
  if (known) return { kind: 'reply', replyId: known.id, isNew: false };
  const classification = await classifyMail(workspaceId, related, deps);
  const bounce = classification.class === 'bounce' ? await receiveTextBounce(workspaceId, mail, deps) : null;
  if (bounce) return askIfNeeded(origin, { ...mail, digest }, bounce, deps);
  if (origin.isEarlier && classification.wish === 'none' && (await isOfStranger(workspaceId, related)))
    return { kind: 'ignored' };
  if (!(await isNobodysReply(workspaceId, related, classification))) {
    return storeReply(origin, { ...mail, digest, classification }, message, deps);
  }
  if (message === null) return { kind: 'ignored' };
  return storeReply(
    origin,
    { ...mail, digest, classification: { ...classification, class: 'auto_reply' } },
    message,
    deps,
  );
}

/** Keeps a report without proof for a person's decision. The sequence stops until then. */
async function askIfNeeded(
  origin: MailOrigin,
  mail: InboundMail & { digest: string },
  { asks, ...outcome }: ReportOutcome,
  deps: InboundDeps,
): Promise<InboundOutcome> {
  if (asks === undefined) return outcome;
  const classification = { ...reportedBounce, class: outcome.kind === 'complaint' ? 'complaint' : 'bounce' } as const;
  await storeReply(origin, { ...mail, classification }, asks, deps);
  return outcome;
}

const reportedBounce = { confidence: 1, classifiedBy: 'rule', returnDate: null, wish: 'doubtful' } as const;

/**
 * True if a mailbox of the workspace wrote the mail: it is in the Sent folder, was never relayed, or is our own
 * message. A form on a website also uses our address, but its mail was relayed, and Reply-To names the visitor.
 */
export async function isOwnMail({ workspaceId, isSent = false }: MailOrigin, mail: InboundMail): Promise<boolean> {
  const { from, replyTo, hasTravelled, messageIdHeader } = mail;
  if (isSent) return true;
  if ((await findMailboxByAddress(workspaceId, from.address)) === null) return false;
  const isOfVisitor = replyTo !== null && (await findMailboxByAddress(workspaceId, replyTo.address)) === null;
  if (!hasTravelled || !isOfVisitor) return true;
  const ours = messageIdHeader === null ? [] : await findMessagesByHeader(workspaceId, [messageIdHeader]);
  return ours.length > 0;
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
    // Drafts that respond to an earlier message from this person are outdated.
    await cancelPendingDraftsTo(workspaceId, mail.from.address, now);
    const files = chooseAttachments(mail.attachments);
    const identified = { ...mail, messageIdHeader };
    const received = { ...(await toReply(origin, identified, message, now)), attachments: files.listed };
    const reply = await insertReply(workspaceId, received, now);
    await files.keep(workspaceId, reply.id, now);
    if (reply.contactId !== null && reply.class !== 'auto_reply' && reply.class !== 'bounce') {
      await updateContactFields(workspaceId, reply.contactId, { lastRepliedAt: now }, now);
    }
    if (message !== null && mail.threadIds.includes(message.messageIdHeader)) await confirmSent(message, 'reply', now);
    const { campaignId, contactId } = reply;
    await addEvent(workspaceId, 'reply.received', reply.id, { campaignId, contactId, class: reply.class }, now);
    await applyReplyClass(reply, deps);
    return { kind: 'reply', replyId: reply.id, isNew: true };
  });
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
  const isForCompany = asksForCompany(companyReply(mail, message), classification);
  const workspace = await knownWorkspace(origin.workspaceId);
  return {
    mailboxId: message?.mailboxId ?? origin.mailboxId,
    messageId: message?.id ?? null,
    campaignId: message?.campaignId ?? null,
    enrollmentId: message?.enrollmentId ?? null,
    contactId: contact?.id ?? null,
    state: isUnmatched ? 'unmatched' : 'new',
    fromAddress: from.address,
    fromName: from.name,
    ...(isOtherAddress(mail) && { replyToAddress: mail.replyTo!.address }),
    subject: mail.subject,
    bodyText: mail.bodyText,
    messageIdHeader: mail.messageIdHeader,
    references: mail.references,
    ...classification,
    ...(isForCompany && { asksForCompany: true }),
    needsAction:
      needsAction(classification) ||
      classification.asksForErasure === true ||
      isForCompany ||
      (isUnmatched && (await meansSomebodyUnknown(origin, mail))),
    ...(isForAutopilot(classification.class) && { isForAutopilot: true }),
    receivedAt: now,
    ...(workspace && { dueAt: dueAtOf({ class: classification.class, receivedAt: now }, workspace.settings) }),
  };
}

export function companyReply({ subject, bodyText: text, from }: InboundMail, message: MessageRecord | null) {
  return { subject, text, original: message?.bodyText ?? '', fromAddress: from.address };
}

function isOtherAddress({ from, replyTo }: InboundMail): boolean {
  return replyTo !== null && replyTo.address !== from.address;
}

/** True for an opt-out from an unknown address. Only a person can decide who it is about. */
async function meansSomebodyUnknown({ workspaceId }: MailOrigin, mail: MailToStore): Promise<boolean> {
  return mail.classification.wish === 'clear' && (await byNamedAddresses(workspaceId, mail)).length === 0;
}
