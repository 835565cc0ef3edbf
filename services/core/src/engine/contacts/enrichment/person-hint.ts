import type { PersonHint } from '../../../providers/prospects/prospect-source.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';

/** What a person can be looked up by; undefined when too little is known. */
export function hintOf({ email, firstName, lastName, companyDomain }: ContactRecord): PersonHint | undefined {
  return email || (firstName && lastName && companyDomain) ? { email, firstName, lastName, companyDomain } : undefined;
}
