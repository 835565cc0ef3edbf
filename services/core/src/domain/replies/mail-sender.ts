import type { MailHeaders } from './mail-headers.ts';

/** Local parts from which mail systems send notices; RFC 5321 and RFC 2142 name postmaster. */
const daemonNames =
  /^(mailer[-_.]?daemon|mail[-_.]?daemon|maildaemon|mdaemon|post[-_]?master|bounces?|mail[-_.]?delivery([-_.]?(sub)?system)?|microsoftexchange[0-9a-f]*)$/;

/** Addresses that read no answers. */
const noReplyNames =
  /^(no|do[-_.]?not|dont|ne[-_.]?pas)[-_.]?(reply|antwort(en)?|repondre|responder|rispondere)([-_.+].*)?$/;

export function isDaemonAddress(address: string): boolean {
  return daemonNames.test(localPart(address).split('+')[0]!);
}

export function isNoReplyAddress(address: string): boolean {
  return noReplyNames.test(localPart(address)) || isDaemonAddress(address);
}

function localPart(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf('@'))).toLowerCase();
}

/** The envelope sender as the receiving server wrote it down; empty for notices (RFC 5321, 4.5.5; RFC 3834, 3.3). */
export function isReturnPathEmpty(headers: MailHeaders): boolean {
  return /^<\s*>$/.test(headers['return-path']?.trim() ?? '');
}

/** How a mail relates to what we sent: known before any of its words is read. */
export interface MailContext {
  /** It comes from an address that we emailed. */
  isFromRecipient: boolean;
  /** Its headers name a message of ours. */
  isInThread: boolean;
  /** Subject of the message that it answers, if it answers one. */
  subject: string | null;
}

export const unknownContext: MailContext = { isFromRecipient: false, isInThread: false, subject: null };

/**
 * True if a mail system may have written this: it names no author, has an empty return path, or comes from a daemon or a
 * program. A mail from the address that we emailed is never one, unless that is a daemon's and the return path is empty.
 */
export function isFromMailSystem(headers: MailHeaders, { isFromRecipient }: MailContext): boolean {
  const address = fromAddress(headers);
  if (address === null) return true;
  if (isFromRecipient) return isDaemonAddress(address) && isReturnPathEmpty(headers);
  return isReturnPathEmpty(headers) || isDaemonAddress(address) || isAutoSubmitted(headers);
}

/** True for a daemon's address; some write its name alone. */
export function isFromDaemon(headers: MailHeaders): boolean {
  const address = fromAddress(headers) ?? `${headers.from?.trim() ?? ''}@`;
  return isDaemonAddress(address);
}

function fromAddress(headers: MailHeaders): string | null {
  return /[^\s<>"]+@[^\s<>"]+/.exec(headers.from ?? '')?.[0] ?? null;
}

function isAutoSubmitted(headers: MailHeaders): boolean {
  const value = headers['auto-submitted']?.toLowerCase().trim();
  return value !== undefined && value !== '' && value !== 'no';
}
