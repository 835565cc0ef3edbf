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

/** A mail with the person who wrote it in From, and what it has to do with what we sent. */
export interface RelatedMail {
  mail: InboundMail;
  /** The message of ours that it is about: by its headers or our links in it, else the last one to its writer. */
  message: MessageRecord | null;
  context: MailContext;
  /** Its subject is the one that our List-Unsubscribe fills in. */
  isUnsubscribe: boolean;
}

/** Finds the writer of a mail and the message of ours that it is about, before any of its words counts. */
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

/** True if a mail answers us: in the thread, or at least under our subject. */
export function isAnswerToUs({ mail, context }: RelatedMail): boolean {
  return context.isInThread || isSubjectOfThread(mail.subject, context.subject);
}

/** The newest of our messages among those that the threading headers name. */
export async function byThread(
  workspaceId: string,
  { threadIds }: Pick<InboundMail, 'threadIds'>,
): Promise<MessageRecord | null> {
  const found = await findMessagesByHeader(workspaceId, threadIds);
  const ours = threadIds.map((header) => found.find((message) => message.messageIdHeader === header));
  const first = ours.find((message) => message !== undefined);
  if (first) return first;
  // They continued in the thread after an earlier reply of theirs, and quote that one only.
  for (const header of threadIds.slice(0, 10)) {
    const earlier = await findReplyByHeader(workspaceId, header);
    if (earlier?.messageId) return findMessage(workspaceId, earlier.messageId);
  }
  return null;
}

/** Our links and message IDs anywhere in a mail: some relays replace Message-IDs, but not what is in the text. */
function marksIn({ bodyText, bodyHtml, headers }: InboundMail): OurMarks {
  return ourMarksIn(`${headers['list-unsubscribe'] ?? ''}\n${bodyText}\n${bodyHtml ?? ''}`);
}

/** The message of this workspace that a genuine link or an existing ID of ours names, if it was sent. */
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

/** Messages to the addresses that a mail names in its own words: "unsubscribe anna@example.com" may come from anywhere. */
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

/** Longer ago than this, a notice that names only the address is not about that message. */
const noticesWithinMs = 14 * 86_400_000;

/** The last message to one of these addresses, if it is recent. */
export async function byRecipient(workspaceId: string, addresses: string[], now: Date): Promise<MessageRecord | null> {
  for (const address of addresses) {
    const message = await findLastSentTo(workspaceId, address);
    const sentAt = message?.sentAt?.getTime() ?? 0;
    if (message !== null && now.getTime() - sentAt < noticesWithinMs) return message;
  }
  return null;
}

/** The contact of a message, if it still exists. */
export async function contactOf(message: MessageRecord) {
  return message.contactId === null ? null : findContact(message.workspaceId, message.contactId);
}
