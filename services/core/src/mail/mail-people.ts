import type { AddressObject, ParsedMail } from 'mailparser';
import { normalizeEmail } from '../domain/crm/email-address.ts';
import { addressesIn } from '../domain/mail/named-addresses.ts';
import { cleanText } from './clean-text.ts';

export interface MailPerson {
  address: string;
  name: string;
}

/** Stands for an author that a message does not name (RFC 2606). */
export const unknownSender = 'nobody@sender.invalid';
const nameLengthMax = 998;

/** An address as we store it. One that does not normalize is kept in lower case: it is still where the mail came from. */
function stored(address: string | undefined): string | undefined {
  return address === undefined || address === ''
    ? undefined
    : (normalizeEmail(address) ?? addressesIn(address)[0] ?? address.toLowerCase());
}

/** Groups have their members inside (RFC 5322, 3.4). */
function peopleIn(lists: ParsedMail['to']): { address?: string | undefined; name: string }[] {
  const all = [lists ?? []].flat().flatMap(({ value }) => value);
  return all.flatMap(({ address, name, group = [] }) => [{ address, name }, ...group]);
}

export function addressesOf(lists: ParsedMail['to']): string[] {
  return peopleIn(lists).flatMap(({ address }) => stored(address) ?? []);
}

function headerList(mail: ParsedMail, name: string): AddressObject | undefined {
  const value = mail.headers.get(name) as AddressObject | AddressObject[] | undefined;
  return Array.isArray(value) ? value[0] : value;
}

/** The author, or who sent it for them (RFC 5322, 3.6.2). A From that the parser cannot read is searched for an address. */
export function senderOf(mail: ParsedMail): MailPerson {
  const lists = [mail.from, headerList(mail, 'sender'), mail.replyTo, headerList(mail, 'return-path')];
  for (const list of lists) {
    const people = peopleIn(list);
    const named = people.find(({ address }) => address !== undefined && stored(address)?.includes('@'));
    if (named) return { address: stored(named.address)!, name: cleanText(named.name, nameLengthMax) };
    const [hidden] = people.flatMap(({ address = '', name }) => addressesIn(`${name} ${address}`));
    if (hidden !== undefined) return { address: hidden, name: '' };
  }
  return { address: unknownSender, name: '' };
}

export function replyToOf(mail: ParsedMail): MailPerson | null {
  const named = peopleIn(mail.replyTo).find(({ address }) => stored(address)?.includes('@'));
  return named ? { address: stored(named.address)!, name: cleanText(named.name, nameLengthMax) } : null;
}

/** Every address in From, and what a list or a help desk keeps of the author that it replaced. */
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
