import type { AddressObject, ParsedMail } from 'mailparser';
import type { MailHeaders } from '../../domain/replies/mail-headers.ts';
import { visibleText } from './visible-text.ts';

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
  references: string[];
  /** Who wrote it; `nobody@sender.invalid` (RFC 2606) where it names nobody, as some reports do. */
  from: { address: string; name: string };
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
  /** The machine-readable parts of bounces and complaints. */
  report: { kind: 'delivery_status' | 'feedback'; text: string; original: string } | null;
}

const bodyTextMax = 100_000;
const bodyHtmlMax = 500_000;
const headerTextMax = 998;
const attachmentsMax = 50;
export const mailBytesMax = 25 * 1024 * 1024;

// Format characters (zero-width, bidirectional, tags): invisible to people, visible to programs that read the text.
const invisible = /\p{Cf}|[\u115f\u1160\u3164]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

export function cleanText(text: string, max: number): string {
  return text.replace(/\r\n/g, '\n').replace(control, '').replace(invisible, '').slice(0, max).trim();
}

function headersOf(mail: ParsedMail): MailHeaders {
  const headers: MailHeaders = {};
  for (const { key, line } of mail.headerLines) {
    headers[key] = cleanText(line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]+/g, ' '), headerTextMax);
  }
  return headers;
}

function linesOf(mail: ParsedMail, name: string): string[] {
  const own = mail.headerLines.filter(({ key }) => key === name);
  return own.map(({ line }) =>
    cleanText(line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]+/g, ' '), headerTextMax),
  );
}

function idsIn(value: string | undefined): string[] {
  return value?.match(/<[^<>\s]+>/g) ?? [];
}

function reportOf(mail: ParsedMail): InboundMail['report'] {
  const contentOf = (type: RegExp) =>
    mail.attachments
      .filter(({ contentType }) => type.test(contentType))
      .map(({ content }) => content.toString('utf8').slice(0, bodyTextMax))
      .join('\n\n');
  const original = contentOf(/^(message\/rfc822|text\/rfc822-headers|message\/global)/i);
  const status = contentOf(/^message\/(global-)?delivery-status$/i);
  if (status) return { kind: 'delivery_status', text: status, original };
  const feedback = contentOf(/^message\/feedback-report$/i);
  return feedback ? { kind: 'feedback', text: feedback, original } : null;
}

function addressesOf(lists: ParsedMail['to']): string[] {
  const all = [lists ?? []].flat().flatMap(({ value }) => value);
  // A group has its members inside (RFC 5322, 3.4).
  return all.flatMap(({ address, group = [] }) =>
    [address, ...group.map((member) => member.address)].flatMap((one) => one?.toLowerCase() || []),
  );
}

/** The author, or who sent it for them (RFC 5322, 3.6.2). */
function senderOf(mail: ParsedMail): InboundMail['from'] {
  const named = [mail.from, mail.headers.get('sender'), mail.replyTo, mail.headers.get('return-path')];
  const all = (named as (AddressObject | undefined)[]).flatMap((list) => list?.value ?? []);
  const found = all.find(({ address }) => Boolean(address));
  const address = found?.address?.toLowerCase() ?? 'nobody@sender.invalid';
  return { address, name: cleanText(found?.name ?? '', headerTextMax) };
}

const readOptions = { skipImageLinks: true, skipTextToHtml: true, skipHtmlToText: true, keepDeliveryStatus: true };

/** A text part this much shorter than the HTML is only a part of the message, like the footer of a list. */
const textShareMin = 0.25;

function bodyTextOf({ text = '', html }: ParsedMail): string {
  const seen = html ? visibleText(html) : '';
  return text.trim().length >= seen.length * textShareMin && text.trim() !== '' ? text : seen;
}

/** Reads a raw message (RFC 5322). Never throws for what stands in it: broken mail is read as far as it goes. */
export async function readMail(raw: Buffer): Promise<InboundMail> {
  // Loaded for the first mail that arrives: it takes 8 MB.
  const { simpleParser } = await import('mailparser');
  const mail = await simpleParser(raw.subarray(0, mailBytesMax), readOptions);
  const headers = headersOf(mail);
  return {
    messageIdHeader: idsIn(headers['message-id'])[0] ?? null,
    inReplyTo: idsIn(headers['in-reply-to'])[0] ?? null,
    references: idsIn(headers.references),
    from: senderOf(mail),
    to: [mail.to, mail.cc, mail.bcc].flatMap(addressesOf),
    subject: cleanText(mail.subject ?? '', headerTextMax),
    date: mail.date ?? null,
    bodyText: cleanText(bodyTextOf(mail), bodyTextMax),
    bodyHtml: mail.html ? mail.html.slice(0, bodyHtmlMax) : null,
    headers,
    hasTravelled: 'received' in headers,
    authentication: {
      authenticationResults: linesOf(mail, 'authentication-results')[0] ?? null,
      dkimSignatures: linesOf(mail, 'dkim-signature'),
    },
    attachments: mail.attachments.slice(0, attachmentsMax).map(({ filename, contentType, size, content }) => ({
      fileName: cleanText((filename ?? '').replace(/\s+/g, ' '), 200),
      contentType,
      bytes: size,
      content,
    })),
    report: reportOf(mail),
  };
}
