import { domainToASCII, domainToUnicode } from 'node:url';
import { escapeRegExp } from '../text/escape-reg-exp.ts';
import { withoutAnyInvisible } from './invisible-characters.ts';

const addressLengthMax = 254;
const domainLengthMax = 253;
/** RFC 5322 section 3.2.3 (dot-atom) and RFC 6531: no dot at either end, and no two in a row. */
const localShape = /^[^\s@<>"(),:;\\[\].\p{Pi}\p{Pf}]+(?:\.[^\s@<>"(),:;\\[\].\p{Pi}\p{Pf}]+)*$/u;
const localLengthMax = 64;
const domainShape = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
/** "logo@2x.png" in a scraped page is a file name. None of these is a top-level domain. */
const fileEndings = /\.(?:png|jpe?g|gif|webp|svg|bmp|ico|avif|css|js|pdf|woff2?)$/;
/** Characters that text, spreadsheets, and mail headers add around an address. */
const opening = /^(?:mailto:|[\s<([{"'`«‹‘’‚‛“”„‟＂＇])+/iu;
const closing = /[\s>)\]}"'`»›‘’‚‛“”„‟＂＇,;:.]+$/u;
const queryOfMailto = /\?.*$/s;

/** Converts full-width letters of East Asian keyboards to ASCII. */
function withoutFullWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

function cleanAddress(raw: string): string {
  const visible = withoutFullWidth(withoutAnyInvisible(raw)).trim();
  const plain = /^[\s<"']*mailto:/i.test(visible) ? visible.replace(queryOfMailto, '') : visible;
  return plain.replace(opening, '').replace(closing, '').normalize('NFC').toLowerCase();
}

/** The domain as punycode, or undefined if the text is anything but a domain. Nothing in it is dropped or decoded. */
function asciiDomain(text: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N}.。．｡·・-]+$/u.test(text)) return undefined;
  const domain = domainToASCII(text);
  return domain.length <= domainLengthMax && domainShape.test(domain) ? domain : undefined;
}

/**
 * Canonical spelling for storage: lower case, no invisible characters or surrounding quotes, and the domain as punycode
 * but otherwise unchanged. Undefined if the text is not an address (RFC 5321 lengths, one @).
 */
export function normalizeEmail(raw: string): string | undefined {
  const text = cleanAddress(raw);
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), asciiDomain(text.slice(at + 1))];
  if (domain === undefined || fileEndings.test(domain)) return undefined;
  const address = `${local}@${domain}`;
  const isAddress = Buffer.byteLength(local) <= localLengthMax && localShape.test(local);
  return isAddress && address.length <= addressLengthMax ? address : undefined;
}

/** True if invisible characters were removed from the received address. Plans warn about it. */
export function hasInvisible(raw: string): boolean {
  return withoutAnyInvisible(raw) !== raw;
}

/** Lowercase host name of a domain or URL, without "www.". Undefined if the text is neither. */
export function normalizeDomain(raw: string): string | undefined {
  const text = withoutAnyInvisible(raw).trim().toLowerCase();
  const candidate = URL.canParse(text) && text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(candidate)) return undefined;
  const host = new URL(candidate).hostname.replace(/^www\./, '').replace(/\.$/, '');
  return host.length <= domainLengthMax && domainShape.test(host) ? host : undefined;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** A label with letters of a single script, which browsers require before they show it in Unicode. */
const singleScript = new RegExp(
  [
    String.raw`^(?:[\p{Script=Latin}\p{N}\p{M}-]+|[\p{Script=Cyrillic}\p{N}\p{M}-]+|[\p{Script=Greek}\p{N}\p{M}-]+|`,
    String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ーA-Za-z\p{N}\p{M}-]+|`,
    String.raw`[\p{Script=Arabic}\p{N}\p{M}-]+|[\p{Script=Hebrew}\p{N}\p{M}-]+|[\p{Script=Thai}\p{N}\p{M}-]+|`,
    String.raw`[\p{Script=Devanagari}\p{N}\p{M}-]+)$`,
  ].join(''),
  'u',
);

/** Readable form of the address or domain: Unicode instead of punycode, unless a label mixes scripts. */
export function shownAddress(address: string): string {
  const domain = domainOf(address);
  if (!domain.includes('xn--')) return address;
  const shown = domainToUnicode(domain);
  const isClear = shown.split('.').every((label) => singleScript.test(label));
  return isClear ? `${address.slice(0, address.length - domain.length)}${shown}` : address;
}

const gmailDomains = ['gmail.com', 'googlemail.com'];

/**
 * Mailbox behind an address, for suppression and matching only, never for storage. Gmail ignores dots and plus parts
 * and treats both its domains as one (https://support.google.com/mail/answer/7436150). Returns a domain unchanged.
 */
export function mailboxOf(address: string): string {
  const [local, domain] = [address.slice(0, Math.max(address.lastIndexOf('@'), 0)), domainOf(address)];
  if (!gmailDomains.includes(domain)) return address;
  const mailbox = local.replace(/\+.*$/s, '').replaceAll('.', '');
  return local === '' ? gmailDomains[0]! : `${mailbox || local}@${gmailDomains[0]}`;
}

export function isSameMailbox(one: string | undefined, other: string): boolean {
  return one !== undefined && mailboxOf(one) === mailboxOf(other);
}

/** Spellings under which records may hold this address: as given, as stored, and its mailbox. */
export function spellingsOf(address: string): string[] {
  const stored = normalizeEmail(address) ?? address.toLowerCase();
  return [...new Set([address.toLowerCase(), stored, mailboxOf(stored)])];
}

/** Matches the address in every spelling of its mailbox, or all addresses at the domain and its subdomains. */
export function recipientPattern({ value, isDomain }: { value: string; isDomain: boolean }): string | RegExp {
  if (isDomain) {
    const domains = gmailDomains.includes(value) ? gmailDomains : [value];
    return new RegExp(`@([^@]+\\.)?(?:${domains.map(escapeRegExp).join('|')})$`);
  }
  if (!gmailDomains.includes(domainOf(value))) return value;
  const letters = [...mailboxOf(value).split('@')[0]!].map(escapeRegExp).join('\\.?');
  return new RegExp(`^${letters}\\.?(?:\\+[^@]*)?@(?:${gmailDomains.map(escapeRegExp).join('|')})$`);
}
