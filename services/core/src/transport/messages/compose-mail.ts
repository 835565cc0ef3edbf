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
  files?: { fileName: string; contentType: string; content: Buffer }[];
  date: Date;
}

// RFC 5322 has no limit, but long chains make some servers reject the header.
const referencesMax = 20;

/** Text that looks like an encoded word (RFC 2047) would be decoded. */
function plainWords(text: string): string {
  return text.replaceAll('=?', '= ?');
}

/**
 * Complete message (RFC 5322) with CRLF line ends. The same parts give the same bytes, except for the MIME boundary.
 */
export async function composeMail(parts: MailParts): Promise<Buffer> {
  const composer = new MailComposer({
    from: { ...parts.from, name: plainWords(parts.from.name) },
    to: { name: '', address: parts.to },
    ...(parts.replyTo ? { replyTo: parts.replyTo } : {}),
    subject: plainWords(parts.subject),
    text: parts.bodyText,
    ...(parts.bodyHtml ? { html: parts.bodyHtml } : {}),
    messageId: parts.messageIdHeader,
    ...(parts.inReplyTo ? { inReplyTo: parts.inReplyTo } : {}),
    ...(parts.references.length > 0 ? { references: parts.references.slice(-referencesMax) } : {}),
    headers: parts.headers,
    attachments: (parts.files ?? []).map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content,
    })),
    date: parts.date,
    newline: 'win',
    // The text comes from users, so it must not trigger file or URL access.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
