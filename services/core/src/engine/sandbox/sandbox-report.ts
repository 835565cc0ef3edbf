import type { MessageRecord } from '../../store/messages/message-store.ts';

export const bounceKinds = ['hard', 'soft', 'complaint'] as const;
export type BounceKind = (typeof bounceKinds)[number];

const statuses = {
  hard: { status: '5.1.1', diagnostic: '550 5.1.1 User unknown' },
  soft: { status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full' },
} as const;

/** Report that a mail server (RFC 3464) or a mailbox provider (RFC 5965) would send about our message. */
export function sandboxReport(message: MessageRecord, kind: BounceKind, id: string, date: Date): Buffer {
  const parts = kind === 'complaint' ? complaintParts(message, date) : bounceParts(message, statuses[kind], date);
  const boundary = `report-${id}`;
  const body = parts.map((part) => `--${boundary}\r\n${part.join('\r\n')}\r\n`).join('');
  const type = kind === 'complaint' ? 'feedback-report' : 'delivery-status';
  const head = [
    'From: Mail Delivery System <mailer-daemon@sandbox.example>',
    'To: outreach@sandbox.example',
    `Subject: ${kind === 'complaint' ? 'Complaint about an e-mail' : 'Undelivered Mail Returned to Sender'}`,
    `Date: ${date.toUTCString()}`,
    `Message-ID: <${id}@sandbox.example>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="${boundary}"`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}--${boundary}--\r\n`);
}

type Part = string[];

function original({ messageIdHeader, to }: MessageRecord): Part {
  return ['Content-Type: text/rfc822-headers', '', `Message-ID: ${messageIdHeader}`, `To: ${to}`];
}

function bounceParts(
  message: MessageRecord,
  { status, diagnostic }: { status: string; diagnostic: string },
  date: Date,
): Part[] {
  return [
    ['Content-Type: text/plain; charset=utf-8', '', `Your message could not be delivered to ${message.to}.`],
    [
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.sandbox.example',
      `Arrival-Date: ${date.toUTCString()}`,
      '',
      `Final-Recipient: rfc822; ${message.to}`,
      'Action: failed',
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${diagnostic}`,
    ],
    original(message),
  ];
}

function complaintParts(message: MessageRecord, date: Date): Part[] {
  return [
    ['Content-Type: text/plain; charset=utf-8', '', `${message.to} has reported this message as spam.`],
    [
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'User-Agent: sandbox',
      'Version: 1',
      `Arrival-Date: ${date.toUTCString()}`,
      `Original-Rcpt-To: ${message.to}`,
    ],
    original(message),
  ];
}
