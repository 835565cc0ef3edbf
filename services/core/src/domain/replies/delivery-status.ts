/** What a delivery status notification (RFC 3464) says about one recipient. */
export interface DeliveryStatus {
  recipient: string | null;
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | null;
  /** RFC 3463, e.g. 5.1.1. */
  status: string | null;
  diagnostic: string | null;
}

type Fields = Record<string, string>;

function fieldsOf(block: string): Fields {
  const unfolded = block.replace(/\r?\n[ \t]+/g, ' ');
  const fields: Fields = {};
  for (const line of unfolded.split(/\r?\n/)) {
    const match = /^([A-Za-z-]+):\s*(.*)$/.exec(line);
    if (match) fields[match[1]!.toLowerCase()] = match[2]!.trim();
  }
  return fields;
}

function blocksOf(text: string): Fields[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map(fieldsOf)
    .filter((fields) => Object.keys(fields).length > 0);
}

function afterType(value: string | undefined): string | null {
  return value?.replace(/^[^;]*;\s*/, '').trim() || null;
}

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;

/** The recipients' blocks of a message/delivery-status part. */
export function parseDeliveryStatus(text: string): DeliveryStatus[] {
  return blocksOf(text)
    .filter((fields) => 'final-recipient' in fields || 'original-recipient' in fields)
    .map((fields) => ({
      recipient: afterType(fields['original-recipient'] ?? fields['final-recipient'])?.replace(/[<>]/g, '') ?? null,
      action: actions.find((action) => action === fields.action?.toLowerCase()) ?? null,
      status: /\d\.\d{1,3}\.\d{1,3}/.exec(fields.status ?? '')?.[0] ?? null,
      diagnostic: afterType(fields['diagnostic-code']),
    }));
}

/** The Message-ID of the message that a notification is about, out of its returned headers. */
export function originalMessageId(text: string): string | null {
  const ids = [...text.matchAll(/^message-id:\s*(?:\r?\n[ \t]+)?(<[^<>\s]+>)/gim)];
  return ids.at(-1)?.[1] ?? null;
}

/**
 * Whether a feedback report (RFC 5965) is a complaint: the same format carries failures of DMARC (RFC 6591), and people
 * who took a message out of their junk folder.
 */
export function isComplaint(report: string): boolean {
  return !/^feedback-type:\s*(auth-failure|not-spam)\b/im.test(report);
}

/** Whom a feedback report is about, where it says so. */
export function complainant(report: string): string | null {
  return /^original-rcpt-to:\s*(?:rfc822;\s*)?<?([^\s<>]+@[^\s<>]+)>?/im.exec(report)?.[1]?.toLowerCase() ?? null;
}
