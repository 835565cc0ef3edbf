const shape = /^[^\s@<>"(),:;\\[\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const lengthMax = 254;

/** Trimmed and lower-cased; international domains as punycode. Undefined when it is not an address (RFC 5321 lengths, one @). */
export function normalizeEmail(raw: string): string | undefined {
  const trimmed = raw.trim().normalize('NFC').toLowerCase();
  const at = trimmed.lastIndexOf('@');
  if (at < 1) return undefined;
  const domain = normalizeDomain(trimmed.slice(at + 1));
  if (domain === undefined) return undefined;
  const address = `${trimmed.slice(0, at)}@${domain}`;
  return address.length <= lengthMax && shape.test(address) ? address : undefined;
}

const domainShape = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Host name of a domain or URL, lower-cased, without "www."; undefined when it is none. */
export function normalizeDomain(raw: string): string | undefined {
  const text = raw.trim().toLowerCase();
  const candidate = URL.canParse(text) && text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(candidate)) return undefined;
  const host = new URL(candidate).hostname.replace(/^www\./, '').replace(/\.$/, '');
  return host.length <= 253 && domainShape.test(host) ? host : undefined;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Matches the address, or every address at the domain and below it. Stored addresses are in lower case. */
export function recipientPattern({ value, isDomain }: { value: string; isDomain: boolean }): string | RegExp {
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return isDomain ? new RegExp(`@([^@]+\\.)?${escaped}$`) : value;
}
