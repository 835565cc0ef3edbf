import type { EmailStatus } from '../../domain/contacts/contact.ts';
import { domainOf, normalizeEmail } from '../../domain/contacts/email-address.ts';
import {
  isDisposableDomain,
  isLocalDomain,
  isReservedDomain,
  isRoleAddress,
} from '../../domain/contacts/email-risk.ts';
import type { EmailVerifier } from './email-verifier.ts';
import { dnsMailResolver, type MailResolver, type MailServers } from './mail-resolver.ts';
import type { SmtpProbe } from './smtp-probe.ts';

export interface BuiltinOptions {
  resolve?: MailResolver;
  /** Status of an address in the built-in directory, if addresses at reserved names are verified like others. */
  lookUpDirectory?: (email: string) => EmailStatus | undefined;
  /** Queries the mail servers directly, if the operator enables it. */
  probe?: SmtpProbe;
}

const byServers: Record<MailServers, { status: EmailStatus; reason: string } | undefined> = {
  absent: { status: 'invalid', reason: 'no_mail_server' },
  refused: { status: 'invalid', reason: 'domain_takes_no_mail' },
  unknown: { status: 'unknown', reason: 'dns_unreachable' },
  present: undefined,
};

/**
 * Checks syntax, lists, and DNS: whether the domain accepts mail. Only its servers know whether the mailbox exists or
 * the domain is a catch-all. They are queried only if a probe is configured, because many networks block that and some
 * servers keep track of it.
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
      return known ? { status: known, reason: 'directory' } : { status: 'unverified', reason: 'reserved_domain' };
    }
    if (isLocalDomain(domain)) return { status: 'unknown', reason: 'local_domain' };
    const problem = byServers[await resolve(domain)];
    if (problem !== undefined) return problem;
    if (isRoleAddress(email)) return { status: 'role_based', reason: 'role_address' };
    return probe === undefined ? { status: 'valid', reason: 'mx_found' } : probe(email);
  };
  return { name: 'builtin', verify: async (email) => ({ ...(await judge(email)), provider: 'builtin' }) };
}
