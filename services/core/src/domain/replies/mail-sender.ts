import type { MailHeaders } from './mail-headers.ts';

/** Local parts from which mail systems send notices. RFC 5321 and RFC 2142 define postmaster. */
const daemonNames =
  /^(mailer[-_.]?daemon|mail[-_.]?daemon|maildaemon|mdaemon|post[-_]?master|bounces?|mail[-_.]?delivery([-_.]?(sub)?system)?|microsoftexchange[0-9a-f]*)$/;

/** Addresses whose replies are not read. */
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

/**
 * True if the receiving server recorded an empty envelope sender, as for notices (RFC 5321 section 4.5.5; RFC 3834
 * section 3.3).
 */
export function isReturnPathEmpty(headers: MailHeaders): boolean {
  return /^<\s*>$/.test(headers['return-path']?.trim() ?? '');
}

/** Relation of a mail to our messages, known before its text is read. */
export interface MailContext {
  /** True if it comes from an address that we emailed. */
  isFromRecipient: boolean;
  /** True if its headers name one of our messages. */
  isInThread: boolean;
  /** Subject of the message being replied to, if any. */
  subject: string | null;
}

export const unknownContext: MailContext = { isFromRecipient: false, isInThread: false, subject: null };

/**
 * True if a mail system may have written this: it names no author, has an empty return path, or comes from a daemon or
 * a program. Mail from an address that we emailed does not count, unless it is a daemon's and the return path is empty.
 */
export function isFromMailSystem(headers: MailHeaders, { isFromRecipient }: MailContext): boolean {
  const address = fromAddress(headers);
  if (address === null) return true;
  if (isFromRecipient) return isDaemonAddress(address) && isReturnPathEmpty(headers);
  return isReturnPathEmpty(headers) || isDaemonAddress(address) || isAutoSubmitted(headers);
}

/** True for a daemon's address. Some daemons give only a name. */
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
