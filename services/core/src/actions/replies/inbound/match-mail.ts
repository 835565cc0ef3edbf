import { originalMessageId } from '../../../domain/mail/delivery-status.ts';
import type { InboundMail } from '../../../mail/read-mail.ts';
import { findMessage, type MessageRecord } from '../../../store/campaigns/message-store.ts';
import { findContact } from '../../../store/crm/contact-store.ts';
import { findReplyByHeader } from '../../../store/mail/reply-store.ts';
import { findLastSentTo, findMessagesByHeader } from '../../../store/message-thread-store.ts';

/** The newest of our messages among those that the threading headers name. */
const byThread = async (workspaceId: string, mail: InboundMail): Promise<MessageRecord | null> => {
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
};

/** Which of our messages this mail is about: by threading headers, else by the sender's address; null when by none. */
export const matchMail = async (workspaceId: string, mail: InboundMail): Promise<MessageRecord | null> => {
  const threaded = await byThread(workspaceId, mail);
  if (threaded) return threaded;
  return mail.from === null ? null : findLastSentTo(workspaceId, mail.from.address);
};

/** The message that a bounce or a complaint returns. */
export const matchReport = async (workspaceId: string, mail: InboundMail): Promise<MessageRecord | null> => {
  const header = originalMessageId(mail.report?.original ?? '') ?? originalMessageId(mail.report?.text ?? '');
  const [returned] = header === null ? [] : await findMessagesByHeader(workspaceId, [header]);
  return returned ?? byThread(workspaceId, mail);
};

/** The contact of a message, when there still is one. */
export const contactOf = async (message: MessageRecord) =>
  message.contactId === null ? null : findContact(message.workspaceId, message.contactId);
