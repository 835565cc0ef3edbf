import { isSameMailbox } from '../../../domain/contacts/email-address.ts';
import { addressesIn } from '../../../domain/messages/marks/named-addresses.ts';
import { ourMarksIn } from '../../../domain/messages/marks/our-marks.ts';
import { complainant, originalMessageIds, parseDeliveryStatus } from '../../../domain/replies/delivery-status.ts';
import { isDaemonAddress, isReturnPathEmpty } from '../../../domain/replies/mail-sender.ts';
import { recipientsIn } from '../../../domain/replies/notice/read-notice.ts';
import { isSubjectOfThread } from '../../../domain/replies/text/reply-words.ts';
import { findMailboxByAddress } from '../../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { findMessagesByHeader } from '../../../store/messages/message-thread-store.ts';
import { decodedHeaders } from '../../../transport/mime/decoded-headers.ts';
import type { InboundMail } from '../../../transport/received/read-mail.ts';
import { byMarks, byRecipient, byThread } from '../match-mail.ts';

/** The message that a report is about. */
export interface ReportedMessage {
  message: MessageRecord;
  /**
   * True if the report returns a part of our message, or has the envelope of a mail system. Anyone can forge the rest,
   * so other reports suppress no one.
   */
  isProven: boolean;
}

const recipientsMax = 10;

/**
 * The message that a bounce or a complaint is about. A Message-ID, a link, or one of our message IDs proves it. If a
 * relay replaced the Message-ID (as Amazon SES does), its recipient together with our From or subject proves it.
 */
export async function matchReport(workspaceId: string, mail: InboundMail, now: Date): Promise<ReportedMessage | null> {
  const { text = '', original = '' } = mail.report ?? {};
  const returned = `${original}\n${text}\n${mail.report === null ? mail.bodyText : ''}`;
  const ids = originalMessageIds(returned);
  const found = await findMessagesByHeader(workspaceId, ids);
  const named = ids
    .map((id) => found.find((message) => message.messageIdHeader === id))
    .find((one) => one !== undefined);
  const message = named ?? (await byMarks(workspaceId, ourMarksIn(returned))) ?? (await byThread(workspaceId, mail));
  if (message) return { message, isProven: true };
  const recent = await byRecipient(workspaceId, recipientsOf(mail), now);
  if (recent === null) return null;
  if (await isReturnOf(workspaceId, returned, recent)) return { message: recent, isProven: true };
  // The report returns another message to the same person, which someone else sent.
  if (ids.length > 0) return null;
  return { message: recent, isProven: isOfMailSystem(mail) };
}

function recipientsOf({ report, bodyText, failedRecipients }: InboundMail): string[] {
  if (report === null) return [...failedRecipients, ...recipientsIn(bodyText)].slice(0, recipientsMax);
  const complaining = complainant(report.text);
  const failed = parseDeliveryStatus(report.text).flatMap(({ recipients }) => recipients);
  const named = [...(complaining === null ? [] : [complaining]), ...failed, ...failedRecipients];
  if (named.length > 0) return named.slice(0, recipientsMax);
  const returnedTo = addressesIn(decodedHeaders(report.original).get('to') ?? '');
  return [...returnedTo, ...recipientsIn(bodyText)].slice(0, recipientsMax);
}

/**
 * True if the returned headers show a message from one of our mailboxes to this recipient, or the subject that we sent.
 */
async function isReturnOf(workspaceId: string, returned: string, message: MessageRecord): Promise<boolean> {
  const headers = decodedHeaders(returned);
  const to = addressesIn(headers.get('to') ?? '');
  if (to.length > 0 && !to.some((address) => isSameMailbox(address, message.to))) return false;
  if (isSubjectOfThread(headers.get('subject') ?? '', message.subject)) return true;
  const [from] = addressesIn(headers.get('from') ?? '');
  return from !== undefined && to.length > 0 && (await findMailboxByAddress(workspaceId, from)) !== null;
}

/**
 * True if our own mail server recorded an empty return path for a daemon address, which other senders can rarely fake
 * (RFC 5321 section 4.5.5).
 */
function isOfMailSystem({ headers, from }: InboundMail): boolean {
  return isReturnPathEmpty(headers) && isDaemonAddress(from.address);
}
