import { cutText } from '@outbound/node-service/text/cut-text';
import type { ParsedMail } from 'mailparser';
import { addressesIn } from '../../domain/messages/marks/named-addresses.ts';
import { messageIdsIn } from '../../domain/messages/marks/thread-ids.ts';
import type { MailHeaders } from '../../domain/replies/mail-headers.ts';
import { isReturnPathEmpty } from '../../domain/replies/mail-sender.ts';
import { mendMessage } from '../mime/mend-message.ts';
import { cleanText } from './clean-text.ts';
import { bodyTextOf } from './mail-body.ts';
import { authorsOf, type MailPerson, recipientsOf, replyToOf, senderOf } from './mail-people.ts';
import { type MailReport, reportOf } from './mail-report.ts';

export interface MailAttachment {
  fileName: string;
  contentType: string;
  bytes: number;
  content: Buffer;
}

/** A received message, as much of it as we use. All of it is foreign text. */
export interface InboundMail {
  messageIdHeader: string | null;
  inReplyTo: string | null;
  /** The oldest first, and at most as many as a message of ours may name. */
  references: string[];
  /** Every ID in In-Reply-To and References, the newest first. */
  threadIds: string[];
  /** Author; `nobody@sender.invalid` (RFC 2606) if it names none, as some reports do. */
  from: MailPerson;
  replyTo: MailPerson | null;
  /** Every address in From and in headers that keep a replaced author. */
  authors: string[];
  /** Whom it names as recipients, open or not, the first ones first. */
  to: string[];
  subject: string;
  date: Date | null;
  bodyText: string;
  /** As it came, and not to be trusted. */
  bodyHtml: string | null;
  headers: MailHeaders;
  /** Whether a server has passed it on; a copy in the Sent folder was never on the way. */
  hasTravelled: boolean;
  /** What the last server found, and which signatures the message carries. */
  authentication: { authenticationResults: string | null; dkimSignatures: string[] };
  attachments: MailAttachment[];
  /** Addresses that a mail system names in a header as not reached. */
  failedRecipients: string[];
  report: MailReport | null;
}

const bodyTextMax = 100_000;
const bodyHtmlMax = 500_000;
const headerTextMax = 998;
const attachmentsMax = 50;
/** Exchange's IDs are 80 characters long, and each answer adds one. */
const threadIdsMax = 100;
const referencesMax = 20;
export const mailBytesMax = 25 * 1024 * 1024;

function headersOf(mail: ParsedMail): MailHeaders {
  const headers: MailHeaders = {};
  for (const { key, line } of mail.headerLines) {
    // The topmost Return-Path is that of our own server.
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

/** The IDs of a header in full length: the one of ours may be the last of many. */
function idsOf(mail: ParsedMail, name: string): string[] {
  return mail.headerLines.filter(({ key }) => key === name).flatMap(({ line }) => messageIdsIn(headerValue(line)));
}

const readOptions = { skipImageLinks: true, skipTextToHtml: true, skipHtmlToText: true, keepDeliveryStatus: true };

/** Reads a raw message (RFC 5322). Never throws for what stands in it: broken mail is read as far as it goes. */
export async function readMail(raw: Buffer): Promise<InboundMail> {
  // Loaded for the first mail that arrives: it takes 8 MB.
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
