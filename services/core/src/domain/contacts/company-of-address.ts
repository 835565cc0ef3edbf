import type { ContactFacts } from './contact.ts';
import { domainOf } from './email-address.ts';
import { haveOtherNames } from './same-person.ts';
import { isSharedHost } from './shared-hosts.ts';

/** Company domain of an email address, shared by colleagues. Undefined for mailbox providers. */
export function domainByAddress({ email, companyDomain }: ContactFacts): string | undefined {
  const domain = email === undefined || companyDomain !== undefined ? undefined : domainOf(email);
  return domain === undefined || isSharedHost(domain) ? undefined : domain;
}

/** False if the contact names a different company than the one known at the domain. */
export function fitsCompany({ companyName }: ContactFacts, knownName: string | undefined): boolean {
  if (knownName === undefined || companyName === undefined) return true;
  return !haveOtherNames({ lastName: companyName }, { lastName: knownName });
}
