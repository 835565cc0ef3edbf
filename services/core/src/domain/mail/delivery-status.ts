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

// A full mailbox, a busy server and content that was refused say nothing about the address itself (RFC 3463 §3).
const softFailures = /^5\.(2\.[12]|3\.|4\.|6\.|7\.)/;

/** Hard: the address does not work and is written to no more. Null: nothing has failed yet. */
export function bounceTypeOf({ action, status }: DeliveryStatus): 'hard' | 'soft' | null {
  if (action !== 'failed') return null;
  if (status === null) return 'hard';
  return status.startsWith('5.') && !softFailures.test(status) ? 'hard' : 'soft';
}

/** The same judgement on the answer of an SMTP server to RCPT or DATA. */
export function isAddressRefusal(code: number, response: string): boolean {
  const enhanced = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  if (enhanced) return !softFailures.test(enhanced);
  return [550, 551, 553].includes(code);
}

/** The Message-ID of the message that a notification is about, out of its returned headers. */
export function originalMessageId(text: string): string | null {
  const ids = [...text.matchAll(/^message-id:\s*(?:\r?\n[ \t]+)?(<[^<>\s]+>)/gim)];
  return ids.at(-1)?.[1] ?? null;
}

/** A complaint in the abuse report format (RFC 5965). */
export function isAbuseReport(text: string): boolean {
  return /^feedback-type:\s*(abuse|fraud|not-spam|other)/im.test(text);
}
