export const healthLevels = ['ok', 'weak', 'missing', 'broken'] as const;
export type HealthLevel = (typeof healthLevels)[number];

export interface HealthCheck {
  level: HealthLevel;
  record: string | null;
  advice: string | null;
}

function find(records: string[], prefix: RegExp): string[] {
  return records.filter((record) => prefix.test(record.trim()));
}

function checkOf(level: HealthLevel, record: string | null, advice: string | null): HealthCheck {
  return {
    level,
    record,
    advice,
  };
}

/** RFC 7208: a single record that ends by failing all other senders. */
export function checkSpf(records: string[]): HealthCheck {
  const [record, second] = find(records, /^v=spf1(\s|$)/i);
  if (!record)
    return checkOf('missing', null, 'Publish a TXT record that begins with "v=spf1" and names your mail provider.');
  if (second) return checkOf('broken', record, 'There are several SPF records: receivers ignore them all. Keep one.');
  if (/\s\+?all\b/i.test(record) && !/\s[-~?]all\b/i.test(record)) {
    return checkOf('broken', record, 'It allows everyone to send ("+all"): end it with "-all" or "~all".');
  }
  if (/\s[-~]all\b/i.test(record) || /\sredirect=/i.test(record)) return checkOf('ok', record, null);
  return checkOf('weak', record, 'End it with "-all" or "~all".');
}

export interface MailServer {
  exchange: string;
  priority: number;
}

/** RFC 5321 and RFC 7505: a single server without a name means that the domain accepts no mail. */
export function checkMx(servers: readonly MailServer[]): HealthCheck {
  const [first] = servers;
  if (first === undefined)
    return checkOf('missing', null, 'Publish an MX record that names your mail provider’s server.');
  if (servers.every(({ exchange }) => exchange === '' || exchange === '.')) {
    return checkOf('broken', '.', 'Replace the empty MX record by one that names your mail provider’s server.');
  }
  const inOrder = servers.toSorted((a, b) => a.priority - b.priority || (a.exchange < b.exchange ? -1 : 1));
  return checkOf('ok', inOrder.map(({ exchange, priority }) => `${priority} ${exchange}`).join(', '), null);
}

/** RFC 7489: receivers enforce the policy from `quarantine` up. */
export function checkDmarc(records: string[]): HealthCheck {
  const [record, second] = find(records, /^v=DMARC1\s*(;|$)/i);
  if (!record)
    return checkOf('missing', null, 'Publish a TXT record at _dmarc with "v=DMARC1; p=none; rua=mailto:…" at least.');
  if (second) return checkOf('broken', record, 'There are several DMARC records: receivers ignore them all. Keep one.');
  const policy = /;\s*p\s*=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase();
  if (!policy) return checkOf('broken', record, 'It names no policy: add "p=none", "p=quarantine" or "p=reject".');
  return policy === 'none'
    ? checkOf('weak', record, 'Once your mail passes, move on to "p=quarantine".')
    : checkOf('ok', record, null);
}

/** RFC 6376: a key under one of the selectors. An empty p= means that the key was revoked. */
export function checkDkim(found: { selector: string; records: string[] }[]): HealthCheck & { selector: string | null } {
  for (const { selector, records } of found) {
    const record = records.find((text) => /(^|;)\s*p\s*=/i.test(text));
    if (!record) continue;
    const isWithdrawn = /(^|;)\s*p\s*=\s*(;|$)/i.test(record);
    if (!isWithdrawn) return { ...checkOf('ok', record, null), selector };
    return { ...checkOf('broken', record, 'The key was withdrawn (empty p=): publish the current one.'), selector };
  }
  const advice =
    'No key was found under the usual selectors: ask your mail provider for the record, or name your selector.';
  return { ...checkOf('missing', null, advice), selector: null };
}

/** Selectors used by common providers. */
export const commonSelectors = [
  'default',
  'google',
  'selector1',
  'selector2',
  'k1',
  's1',
  's2',
  'mail',
  'dkim',
  'smtp',
  'mxvault',
  'pm',
];
