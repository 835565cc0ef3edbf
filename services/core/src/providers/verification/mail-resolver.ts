import { Resolver } from 'node:dns/promises';

/** What the DNS says of the mail of a domain. `unknown`: it could not be asked. */
export type MailServers = 'present' | 'absent' | 'refused' | 'unknown';

export type MailResolver = (domain: string) => Promise<MailServers>;

const timeoutMs = 3_000;
const tries = 2;
const absentCodes = new Set(['ENOTFOUND', 'ENODATA']);

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

/** MX records; a null MX says that no mail is taken (RFC 7505); without any, an address record is enough (RFC 5321, 5.1). */
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

/** The mail servers of a domain, the preferred one first; the domain itself where it names none (RFC 5321, 5.1). */
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
