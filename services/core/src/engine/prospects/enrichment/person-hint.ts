import type { PersonHint } from '../../../providers/prospects/person-hint.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';

/** Facts for looking up a person. Undefined if too little is known. */
export function hintOf({ email, firstName, lastName, companyDomain }: ContactRecord): PersonHint | undefined {
  return email || (firstName && lastName && companyDomain) ? { email, firstName, lastName, companyDomain } : undefined;
}
