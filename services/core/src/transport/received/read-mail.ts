import { cutText } from '@outbound/node-service/text/cut-text';
import type { ParsedMail } from 'mailparser';
import { addressesIn } from '../../domain/messages/marks/named-addresses.ts';
import { messageIdsIn } from '../../domain/messages/marks/thread-ids.ts';
import type { MailHeaders } from '../../domain/replies/mail-headers.ts';
import type { MailNotice } from '../../domain/replies/mail-notice.ts';
import { isReturnPathEmpty } from '../../domain/replies/mail-sender.ts';
import { mendMessage } from '../mime/mend-message.ts';
import { cleanText } from './clean-text.ts';
import { bodyTextOf } from './mail-body.ts';
import { noticeOf } from './mail-notice.ts';
import { authorsOf, type MailPerson, recipientsOf, replyToOf, senderOf } from './mail-people.ts';
import { type MailReport, reportOf } from './mail-report.ts';

export interface MailAttachment {
  fileName: string;
  contentType: string;
  bytes: number;
  content: Buffer;
}

/** Received message, reduced to the parts we use. All of it is untrusted text. */
export interface InboundMail {
  messageIdHeader: string | null;
  inReplyTo: string | null;
  /** Oldest first, up to the number that one of our messages can name. */
  references: string[];
  /** Every ID in In-Reply-To and References, newest first. */
  threadIds: string[];
  /** Author, or `nobody@sender.invalid` (RFC 2606) if it names none, as in some reports. */
  from: MailPerson;
  replyTo: MailPerson | null;
  /** Every address in From and in headers that preserve a replaced author. */
  authors: string[];
  /** Recipients, visible or not, in their original order. */
  to: string[];
  subject: string;
  date: Date | null;
  bodyText: string;
  /** As received, and untrusted. */
  bodyHtml: string | null;
  headers: MailHeaders;
  /** True if a server relayed it. A copy in the Sent folder was never in transit. */
  hasTravelled: boolean;
  /** Results of the last server, and the signatures on the message. */
  authentication: { authenticationResults: string | null; dkimSignatures: string[] };
  attachments: MailAttachment[];
  /** Addresses that a mail system's header reports as not reached. */
  failedRecipients: string[];
  report: MailReport | null;
  notice: MailNotice | null;
}

const bodyTextMax = 100_000;
const bodyHtmlMax = 500_000;
const headerTextMax = 998;
const attachmentsMax = 50;
/** Exchange IDs have 80 characters, and each response adds one. */
const threadIdsMax = 100;
const referencesMax = 20;
export const mailBytesMax = 25 * 1024 * 1024;

function headersOf(mail: ParsedMail): MailHeaders {
  const headers: MailHeaders = {};
  for (const { key, line } of mail.headerLines) {
    // The topmost Return-Path comes from our own server.
    if (key === 'return-path' && key in headers) continue;
    headers[key] = cleanText(headerValue(line), headerTextMax);
  }
  return headers;
}

function headerValue(line: string): string {
  return line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]+/g, ' ');
}

function linesOf(mail: ParsedMail, name: string): string[] {
  return mail.headerLines
    .filter(({ key }) => key === name)
    .map(({ line }) => cleanText(headerValue(line), headerTextMax));
}

/** Full list of IDs in a header, since ours can be the last of many. */
function idsOf(mail: ParsedMail, name: string): string[] {
  return mail.headerLines.filter(({ key }) => key === name).flatMap(({ line }) => messageIdsIn(headerValue(line)));
}

const readOptions = { skipImageLinks: true, skipTextToHtml: true, skipHtmlToText: true, keepDeliveryStatus: true };

/** Parses a raw message (RFC 5322). Never throws because of its content: malformed mail is read as far as possible. */
export async function readMail(raw: Buffer): Promise<InboundMail> {
  // Loaded for the first incoming mail, since it takes 8 MB.
  const { simpleParser } = await import('mailparser');
  const mended = mendMessage(raw.subarray(0, mailBytesMax));
  const mail = await simpleParser(mended.raw, readOptions);
  const headers = headersOf(mail);
  const from = senderOf(mail);
  const [answered, references] = [idsOf(mail, 'in-reply-to'), idsOf(mail, 'references')];
  const envelope = { fromAddress: from.address, isReturnPathEmpty: isReturnPathEmpty(headers) };
  return {
    messageIdHeader: idsOf(mail, 'message-id')[0] ?? null,
    inReplyTo: answered[0] ?? null,
    references: references.slice(-referencesMax),
    threadIds: [...new Set([...answered, ...references.toReversed()])].slice(0, threadIdsMax),
    from,
    replyTo: replyToOf(mail),
    authors: authorsOf(mail),
    to: recipientsOf(mail),
    subject: cleanText(mail.subject ?? '', headerTextMax),
    date: mail.date ?? null,
    bodyText: cleanText(bodyTextOf(mail, mended.parts), bodyTextMax),
    bodyHtml: mail.html ? cutText(mail.html.toWellFormed(), bodyHtmlMax) : null,
    headers,
    hasTravelled: 'received' in headers,
    authentication: {
      authenticationResults: linesOf(mail, 'authentication-results')[0] ?? null,
      dkimSignatures: linesOf(mail, 'dkim-signature'),
    },
    attachments: attachmentsOf(mail),
    failedRecipients: addressesIn(headers['x-failed-recipients'] ?? ''),
    report: reportOf({ ...mended, ...envelope }),
    notice: noticeOf(mended.text, mended.parts),
  };
}

function attachmentsOf(mail: ParsedMail): MailAttachment[] {
  return mail.attachments.slice(0, attachmentsMax).map(({ filename, contentType, size, content }) => ({
    fileName: cleanText((filename ?? '').replace(/\s+/g, ' '), 200),
    contentType,
    bytes: size,
    content,
  }));
}
