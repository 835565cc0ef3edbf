import type { EmailStatus } from '../../domain/contacts/contact.ts';
import { domainOf, normalizeEmail } from '../../domain/contacts/email-address.ts';
import { isDisposableDomain, isReservedDomain, isRoleAddress } from '../../domain/contacts/email-risk.ts';
import type { EmailVerifier } from './email-verifier.ts';
import { dnsMailResolver, type MailResolver, type MailServers } from './mail-resolver.ts';
import type { SmtpProbe } from './smtp-probe.ts';

export interface BuiltinOptions {
  resolve?: MailResolver;
  /** What the built-in directory says of an address of its own. */
  lookUpDirectory?: (email: string) => EmailStatus | undefined;
  /** Asks the mail servers themselves, where the operator wants that. */
  probe?: SmtpProbe;
}

const byServers: Record<MailServers, { status: EmailStatus; reason: string } | undefined> = {
  absent: { status: 'invalid', reason: 'no_mail_server' },
  refused: { status: 'invalid', reason: 'domain_takes_no_mail' },
  unknown: { status: 'unknown', reason: 'dns_unreachable' },
  present: undefined,
};

/**
 * Syntax, lists and the DNS: whether the domain takes mail. Whether the mailbox exists, or the domain takes everything,
 * only its servers know: they are asked where a probe is configured, since many networks block that and some servers
 * remember who asks.
 */
export function createBuiltinVerifier({
  resolve = dnsMailResolver,
  lookUpDirectory,
  probe,
}: BuiltinOptions = {}): EmailVerifier {
  const judge = async (raw: string): Promise<{ status: EmailStatus; reason: string }> => {
    const email = normalizeEmail(raw);
    if (email === undefined) return { status: 'invalid', reason: 'syntax' };
    const domain = domainOf(email);
    if (isDisposableDomain(domain)) return { status: 'disposable', reason: 'disposable_domain' };
    if (isReservedDomain(domain)) {
      const known = lookUpDirectory?.(email);
      return known ? { status: known, reason: 'directory' } : { status: 'unknown', reason: 'reserved_domain' };
    }
    const problem = byServers[await resolve(domain)];
    if (problem !== undefined) return problem;
    if (isRoleAddress(email)) return { status: 'role_based', reason: 'role_address' };
    return probe === undefined ? { status: 'valid', reason: 'mx_found' } : probe(email);
  };
  return { name: 'builtin', verify: async (email) => ({ ...(await judge(email)), provider: 'builtin' }) };
}
