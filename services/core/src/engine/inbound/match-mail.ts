import { originalMessageId } from '../../domain/mail/delivery-status.ts';
import { unsubscribedMessageId } from '../../domain/mail/list-unsubscribe.ts';
import type { InboundMail } from '../../mail/read-mail.ts';
import { findMessage, type MessageRecord } from '../../store/campaigns/message-store.ts';
import { findContact } from '../../store/crm/contact-store.ts';
import { findReplyByHeader } from '../../store/mail/reply-store.ts';
import { findLastSentTo, findMessagesByHeader } from '../../store/message-thread-store.ts';

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
  if (threaded) return threaded;
  return mail.from === null ? null : findLastSentTo(workspaceId, mail.from.address);
}

/** The message that a bounce or a complaint returns. */
export async function matchReport(workspaceId: string, mail: InboundMail): Promise<MessageRecord | null> {
  const header = originalMessageId(mail.report?.original ?? '') ?? originalMessageId(mail.report?.text ?? '');
  const [returned] = header === null ? [] : await findMessagesByHeader(workspaceId, [header]);
  return returned ?? byThread(workspaceId, mail);
}

/** The contact of a message, when there still is one. */
export async function contactOf(message: MessageRecord) {
  return message.contactId === null ? null : findContact(message.workspaceId, message.contactId);
}
