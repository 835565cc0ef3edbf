import MailComposer from 'nodemailer/lib/mail-composer';

export interface MailParts {
  from: { name: string; address: string };
  replyTo: string | null;
  to: string;
  subject: string;
  bodyText: string;
  bodyHtml: string | null;
  messageIdHeader: string;
  inReplyTo: string | null;
  references: string[];
  headers: Record<string, string>;
  date: Date;
}

// RFC 5322 has no limit; long chains make some servers refuse the header.
const referencesMax = 20;

/** The whole message (RFC 5322) with CRLF line ends, the same bytes for the same parts but for the MIME boundary. */
export const composeMail = async (parts: MailParts): Promise<Buffer> => {
  const composer = new MailComposer({
    from: parts.from,
    to: { name: '', address: parts.to },
    ...(parts.replyTo ? { replyTo: parts.replyTo } : {}),
    subject: parts.subject,
    text: parts.bodyText,
    ...(parts.bodyHtml ? { html: parts.bodyHtml } : {}),
    messageId: parts.messageIdHeader,
    ...(parts.inReplyTo ? { inReplyTo: parts.inReplyTo } : {}),
    ...(parts.references.length > 0 ? { references: parts.references.slice(-referencesMax) } : {}),
    headers: parts.headers,
    date: parts.date,
    newline: 'win',
    // The text comes from users: it may not make us read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The footer, or any plain text, as it stands in an HTML body. */
export const textToHtml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => escapes[character]!)
    .replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)
    .replace(/\r?\n/g, '<br>\n');
