import type { PersonHint } from '../../../providers/prospects/prospect-source.ts';
import type { ContactRecord } from '../../../store/crm/contact-store.ts';

/** What a person can be looked up by; undefined when too little is known. */
export const hintOf = ({ email, firstName, lastName, companyDomain }: ContactRecord): PersonHint | undefined =>
  email || (firstName && lastName && companyDomain) ? { email, firstName, lastName, companyDomain } : undefined;
