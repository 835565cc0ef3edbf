import { complainant, originalMessageId, parseDeliveryStatus } from '../../domain/replies/delivery-status.ts';
import { newestText } from '../../domain/replies/text/newest-text.ts';
import { unsubscribedMessageId } from '../../domain/suppressions/list-unsubscribe.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';
import { findLastSentTo, findMessagesByHeader } from '../../store/messages/message-thread-store.ts';
import { findReplyByHeader } from '../../store/replies/reply-store.ts';
import type { InboundMail } from '../../transport/messages/read-mail.ts';

/** The newest of our messages among those that the threading headers name. */
export async function byThread(workspaceId: string, mail: InboundMail): Promise<MessageRecord | null> {
  const headers = [...new Set([...(mail.inReplyTo ? [mail.inReplyTo] : []), ...mail.references.toReversed()])];
  const found = await findMessagesByHeader(workspaceId, headers);
  const ours = headers.map((header) => found.find((message) => message.messageIdHeader === header));
  const first = ours.find((message) => message !== undefined);
  if (first) return first;
  // They went on in the thread after an earlier reply of theirs, and quote that one only.
  for (const header of headers.slice(0, 10)) {
    const earlier = await findReplyByHeader(workspaceId, header);
    if (earlier?.messageId) return findMessage(workspaceId, earlier.messageId);
  }
  return null;
}

/** The subject that `mailto:` in our List-Unsubscribe fills in names the message, whatever address it is sent from. */
async function byUnsubscribeSubject(workspaceId: string, { subject }: InboundMail): Promise<MessageRecord | null> {
  const messageId = unsubscribedMessageId(subject);
  const message = messageId === null ? null : await findMessage(workspaceId, messageId);
  return message?.sentAt ? message : null;
}

/** Which of our messages this mail is about: by threading headers, else by the sender's address; null when by none. */
export async function matchMail(workspaceId: string, mail: InboundMail): Promise<MessageRecord | null> {
  const threaded = (await byThread(workspaceId, mail)) ?? (await byUnsubscribeSubject(workspaceId, mail));
  return threaded ?? findLastSentTo(workspaceId, mail.from.address);
}

const namedMax = 5;

/** What went to the addresses that a mail names in its own words: "unsubscribe anna@example.com" may come from anywhere. */
export async function byNamedAddresses(
  workspaceId: string,
  { subject, bodyText }: Pick<InboundMail, 'subject' | 'bodyText'>,
): Promise<MessageRecord[]> {
  const named = `${subject}\n${newestText(bodyText)}`.toLowerCase().match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [];
  const messages: MessageRecord[] = [];
  for (const address of new Set(named.slice(0, namedMax))) {
    const message = await findLastSentTo(workspaceId, address);
    if (message !== null) messages.push(message);
  }
  return messages;
}

/** Longer ago than this, a notice that names only the address is not about that message. */
const noticesWithinMs = 14 * 86_400_000;

/** What went to one of these addresses lately. */
export async function byRecipient(workspaceId: string, addresses: string[], now: Date): Promise<MessageRecord | null> {
  for (const address of addresses) {
    const message = await findLastSentTo(workspaceId, address);
    const sentAt = message?.sentAt?.getTime() ?? 0;
    if (message !== null && now.getTime() - sentAt < noticesWithinMs) return message;
  }
  return null;
}

const recipientsMax = 10;

/** The message that a bounce or a complaint returns; where it returns none, what its recipient was sent last. */
export async function matchReport(workspaceId: string, mail: InboundMail, now: Date): Promise<MessageRecord | null> {
  const { text = '', original = '' } = mail.report ?? {};
  const header = originalMessageId(original) ?? originalMessageId(text);
  const [returned] = header === null ? [] : await findMessagesByHeader(workspaceId, [header]);
  if (returned) return returned;
  const threaded = await byThread(workspaceId, mail);
  // One that returns another message is about that one.
  if (threaded !== null || header !== null) return threaded;
  const named = [complainant(text), ...parseDeliveryStatus(text).map(({ recipient }) => recipient)];
  const addresses = named.flatMap((address) => address?.toLowerCase() ?? []);
  return byRecipient(workspaceId, addresses.slice(0, recipientsMax), now);
}

/** The contact of a message, when there still is one. */
export async function contactOf(message: MessageRecord) {
  return message.contactId === null ? null : findContact(message.workspaceId, message.contactId);
}
