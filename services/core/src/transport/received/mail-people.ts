import type { AddressObject, ParsedMail } from 'mailparser';
import { normalizeEmail } from '../../domain/contacts/email-address.ts';
import { addressesIn } from '../../domain/messages/marks/named-addresses.ts';
import { cleanText } from './clean-text.ts';

export interface MailPerson {
  address: string;
  name: string;
}

/** Placeholder for an author that a message does not name (RFC 2606). */
const unknownSender = 'nobody@sender.invalid';
const nameLengthMax = 998;

interface Named {
  address: string | undefined;
  name: string;
}

/**
 * People in an address header, with addresses as we store them. Groups contain their members (RFC 5322 section 3.4).
 * The parser decodes punycode, even if that is irreversible, so the header itself has the original spelling.
 */
function peopleIn(mail: ParsedMail, name: string): Named[] {
  const value = mail.headers.get(name) as AddressObject | AddressObject[] | undefined;
  const all = [value ?? []].flat().flatMap((list) => list.value ?? []);
  const sent = textOf(mail, name).flatMap(addressesIn);
  return all
    .flatMap(({ address, name: shown, group = [] }) => [{ address, name: shown }, ...group])
    .map(({ address, name: shown }) => ({ address: storedAs(address, sent), name: shown }));
}

function storedAs(address: string | undefined, sent: string[]): string | undefined {
  if (!address?.includes('@')) return undefined;
  const decoded = normalizeEmail(address);
  if (decoded !== undefined && (sent.includes(decoded) || isAscii(address))) return decoded;
  const local = address.slice(0, address.lastIndexOf('@') + 1).toLowerCase();
  return sent.find((one) => one.startsWith(local)) ?? decoded ?? addressesIn(address)[0] ?? address.toLowerCase();
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Recipients in To, Cc, and Bcc. */
export function recipientsOf(mail: ParsedMail): string[] {
  return ['to', 'cc', 'bcc'].flatMap((name) => peopleIn(mail, name)).flatMap(({ address }) => address ?? []);
}

/**
 * Author, or the person who sent it for them (RFC 5322 section 3.6.2). A From header that the parser cannot read is
 * searched for an address.
 */
export function senderOf(mail: ParsedMail): MailPerson {
  for (const name of ['from', 'sender', 'reply-to', 'return-path']) {
    const named = firstPerson(mail, name);
    if (named) return named;
    const [hidden] = textOf(mail, name).flatMap(addressesIn);
    if (hidden !== undefined) return { address: hidden, name: '' };
  }
  return { address: unknownSender, name: '' };
}

export function replyToOf(mail: ParsedMail): MailPerson | null {
  return firstPerson(mail, 'reply-to');
}

function firstPerson(mail: ParsedMail, header: string): MailPerson | null {
  const [named] = peopleIn(mail, header).filter(({ address }) => address !== undefined);
  return named ? { address: named.address!, name: cleanText(named.name ?? '', nameLengthMax) } : null;
}

/** Every address in From, and the author that a list or a help desk replaced and kept in other headers. */
export function authorsOf(mail: ParsedMail): string[] {
  const lines = ['from', 'x-original-from', 'x-original-sender'].flatMap((name) => textOf(mail, name));
  return [...new Set(lines.flatMap(addressesIn))];
}

function textOf(mail: ParsedMail, name: string): string[] {
  const value: unknown = mail.headers.get(name);
  const texts = [value].flat().map((one) => (typeof one === 'string' ? one : ((one as AddressObject)?.text ?? '')));
  const lines = mail.headerLines.filter(({ key }) => key === name).map(({ line }) => line.slice(line.indexOf(':') + 1));
  return [...texts, ...lines];
}
