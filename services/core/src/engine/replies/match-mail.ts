import { isSameMailbox } from '../../domain/contacts/email-address.ts';
import { addressesIn } from '../../domain/messages/marks/named-addresses.ts';
import { type OurMarks, ourMarksIn } from '../../domain/messages/marks/our-marks.ts';
import type { MailContext } from '../../domain/replies/mail-sender.ts';
import { newestText } from '../../domain/replies/text/newest-text.ts';
import { isSubjectOfThread } from '../../domain/replies/text/reply-words.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';
import { findLastSentTo, findMessagesByHeader } from '../../store/messages/message-thread-store.ts';
import { findReplyByHeader } from '../../store/replies/reply-store.ts';
import type { InboundMail } from '../../transport/received/read-mail.ts';
import { findLinkTarget } from '../suppressions/unsubscribe-link.ts';
import { findWriter } from './find-writer.ts';

/** A mail with its writer in From, and its relation to our messages. */
export interface RelatedMail {
  mail: InboundMail;
  /**
   * Our message that the mail refers to: by its headers or by our links in it, otherwise the last one to the writer.
   */
  message: MessageRecord | null;
  context: MailContext;
  /** True if the subject is the one that our List-Unsubscribe header sets. */
  isUnsubscribe: boolean;
}

/** Finds the writer of a mail and our message that it refers to, before any of its text is considered. */
export async function relateMail(workspaceId: string, received: InboundMail): Promise<RelatedMail> {
  const mail = { ...received, from: await findWriter(workspaceId, received) };
  const bySubject = await byMarks(workspaceId, ourMarksIn(mail.subject));
  const named = (await byThread(workspaceId, mail)) ?? bySubject ?? (await byMarks(workspaceId, marksIn(mail)));
  const last = await findLastSentTo(workspaceId, mail.from.address);
  const message = named ?? last;
  const isFromRecipient = last !== null || (message !== null && isSameMailbox(message.to, mail.from.address));
  const context = { isFromRecipient, isInThread: named !== null, subject: message?.subject ?? null };
  return { mail, message, context, isUnsubscribe: bySubject !== null };
}

/** True if a mail responds to us: in the thread, or at least with our subject. */
export function isAnswerToUs({ mail, context }: RelatedMail): boolean {
  return context.isInThread || isSubjectOfThread(mail.subject, context.subject);
}

/** Newest of our messages in the threading headers. */
export async function byThread(
  workspaceId: string,
  { threadIds }: Pick<InboundMail, 'threadIds'>,
): Promise<MessageRecord | null> {
  const found = await findMessagesByHeader(workspaceId, threadIds);
  const ours = threadIds.map((header) => found.find((message) => message.messageIdHeader === header));
  const first = ours.find((message) => message !== undefined);
  if (first) return first;
  // The writer continued the thread after an earlier reply, and quotes only that one.
  for (const header of threadIds.slice(0, 10)) {
    const earlier = await findReplyByHeader(workspaceId, header);
    if (earlier?.messageId) return findMessage(workspaceId, earlier.messageId);
  }
  return null;
}

/** Finds our links and message IDs anywhere in a mail. Some relays replace Message-IDs, but not text in the body. */
function marksIn({ bodyText, bodyHtml, headers }: InboundMail): OurMarks {
  return ourMarksIn(`${headers['list-unsubscribe'] ?? ''}\n${bodyText}\n${bodyHtml ?? ''}`);
}

/** Sent message of this workspace that a genuine link or one of our message IDs identifies. */
export async function byMarks(workspaceId: string, marks: OurMarks): Promise<MessageRecord | null> {
  for (const token of marks.linkTokens) {
    const message = (await findLinkTarget(token))?.message;
    if (message?.workspaceId === workspaceId && message.sentAt !== null) return message;
  }
  for (const messageId of marks.messageIds) {
    const message = await findMessage(workspaceId, messageId);
    if (message?.sentAt) return message;
  }
  return null;
}

const namedMax = 3;

/**
 * Messages to the email addresses in the text of a mail, because "unsubscribe anna@example.com" can come from any
 * address.
 */
export async function byNamedAddresses(
  workspaceId: string,
  { subject, bodyText }: Pick<InboundMail, 'subject' | 'bodyText'>,
): Promise<MessageRecord[]> {
  const messages: MessageRecord[] = [];
  for (const address of addressesIn(`${subject}\n${newestText(bodyText)}`).slice(0, namedMax)) {
    const message = await findLastSentTo(workspaceId, address);
    if (message !== null) messages.push(message);
  }
  return messages;
}

/** Maximum age of a message that a notice with only its address can refer to, in milliseconds. */
const noticesWithinMs = 14 * 86_400_000;

/** Last message to one of these addresses, if it is recent. */
export async function byRecipient(workspaceId: string, addresses: string[], now: Date): Promise<MessageRecord | null> {
  for (const address of addresses) {
    const message = await findLastSentTo(workspaceId, address);
    const sentAt = message?.sentAt?.getTime() ?? 0;
    if (message !== null && now.getTime() - sentAt < noticesWithinMs) return message;
  }
  return null;
}

/** Contact of a message, if it still exists. */
export async function contactOf(message: MessageRecord) {
  return message.contactId === null ? null : findContact(message.workspaceId, message.contactId);
}
