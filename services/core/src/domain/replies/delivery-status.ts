import { addressesIn } from '../messages/marks/named-addresses.ts';

/** Status of one recipient in a delivery status notification (RFC 3464). */
export interface DeliveryStatus {
  /** Original and final recipient. Empty if the report names no valid address. */
  recipients: string[];
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | null;
  /** RFC 3463 status code, such as 5.1.1. */
  status: string | null;
  diagnostic: string | null;
}

type Fields = Record<string, string>;

function fieldsOf(block: string): Fields {
  const unfolded = block.replace(/\r?\n[ \t]+/g, ' ');
  const fields: Fields = {};
  for (const line of unfolded.split(/\r?\n/)) {
    // Some gateways put a space before the colon. If a field name repeats, the first one counts.
    const match = /^([A-Za-z-]+)[ \t]*:\s*(.*)$/.exec(line);
    if (match) fields[match[1]!.toLowerCase()] ??= match[2]!.trim();
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

/** Recipients are plain or in xtext (RFC 3461 section 4; RFC 6533 section 3), with optional brackets or comments. */
function recipientsOf(fields: Fields): string[] {
  const values = [fields['original-recipient'], fields['final-recipient']].flatMap((value) => afterType(value) ?? []);
  return [...new Set(values.flatMap((value) => [...addressesIn(value), ...addressesIn(fromXtext(value))]))];
}

function fromXtext(value: string): string {
  return value
    .replace(/\+([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\x\{([0-9A-F]{1,6})\}/gi, (whole, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    });
}

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
const actionOfStatus: Record<string, DeliveryStatus['action']> = { 2: 'delivered', 4: 'delayed', 5: 'failed' };

/** The action, with or without a comment. If missing, it follows from the class of the status code. */
function actionOf(fields: Fields, status: string | null): DeliveryStatus['action'] {
  const word = /[a-z]+/i.exec(fields.action ?? '')?.[0].toLowerCase();
  return actions.find((action) => action === word) ?? actionOfStatus[status?.[0] ?? ''] ?? null;
}

/** Recipient blocks of a message/delivery-status part, even if merged with the block of the message. */
export function parseDeliveryStatus(text: string): DeliveryStatus[] {
  return blocksOf(text)
    .filter((fields) => 'final-recipient' in fields || 'original-recipient' in fields || 'action' in fields)
    .map((fields) => {
      const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.status ?? '')?.[0] ?? null;
      const diagnostic = afterType(fields['diagnostic-code']);
      return { recipients: recipientsOf(fields), action: actionOf(fields, status), status, diagnostic };
    });
}

/** Message-IDs in the returned headers of the notification's original message, innermost first. */
export function originalMessageIds(text: string): string[] {
  const ids = [...text.matchAll(/^[ \t>]*message-id[ \t]*:\s*(?:\r?\n[ \t]+)?<?([^<>\s]+@[^<>\s]+)>?/gim)];
  return [...new Set(ids.map(([, id]) => `<${id}>`))].reverse();
}

/**
 * True if a feedback report (RFC 5965) is a complaint. The same format also reports DMARC failures (RFC 6591) and
 * messages that people moved out of their junk folder.
 */
export function isComplaint(report: string): boolean {
  return !/^feedback-type:\s*(auth-failure|not-spam)\b/im.test(report);
}

/** Recipient that a feedback report concerns, if it names one. */
export function complainant(report: string): string | null {
  const value = /^(?:original-rcpt-to|removal-recipient)[ \t]*:(.*)$/im.exec(report)?.[1] ?? '';
  return addressesIn(value)[0] ?? null;
}
