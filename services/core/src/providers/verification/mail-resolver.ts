import { Resolver } from 'node:dns/promises';

/** DNS result for a domain's mail. `unknown`: the lookup failed. */
export type MailServers = 'present' | 'absent' | 'refused' | 'unknown';

export type MailResolver = (domain: string) => Promise<MailServers>;

const timeoutMs = 3_000;
const tries = 2;
const absentCodes = new Set(['ENOTFOUND', 'ENODATA']);

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

/**
 * Resolves MX records. A null MX means that the domain accepts no mail (RFC 7505). Without MX records, an address
 * record is enough (RFC 5321 section 5.1).
 */
export const dnsMailResolver: MailResolver = async (domain) => {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  try {
    const records = await resolver.resolveMx(domain);
    return records.every(({ exchange }) => exchange === '' || exchange === '.') ? 'refused' : 'present';
  } catch (error) {
    if (!absentCodes.has(codeOf(error))) return 'unknown';
  }
  for (const resolve of [resolver.resolve4.bind(resolver), resolver.resolve6.bind(resolver)]) {
    try {
      if ((await resolve(domain)).length > 0) return 'present';
    } catch (error) {
      if (!absentCodes.has(codeOf(error))) return 'unknown';
    }
  }
  return 'absent';
};

/** Mail servers of a domain, preferred first. The domain itself if it names none (RFC 5321 section 5.1). */
export async function dnsMailHosts(domain: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  try {
    const records = await resolver.resolveMx(domain);
    const hosts = records.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    return hosts.filter((host) => host !== '' && host !== '.');
  } catch (error) {
    return codeOf(error) === 'ENODATA' ? [domain] : [];
  }
}
