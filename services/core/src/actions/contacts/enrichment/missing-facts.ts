import type { ContactFacts } from '../../../domain/crm/contact.ts';
import type { RevealedPerson } from '../../../providers/prospects/prospect-source.ts';
import type { ContactRecord } from '../../../store/crm/contact-store.ts';

const locationOf = ({ location }: RevealedPerson): ContactFacts['location'] => {
  const known = Object.entries(location).filter(([, value]) => value !== null);
  return known.length === 0 ? undefined : Object.fromEntries(known);
};

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** What a source knows and the contact does not say: nothing that is there is overwritten. */
export const missingFacts = (contact: ContactRecord, person: RevealedPerson): Partial<ContactFacts> => {
  const isWithoutAddress = isMissing(contact.email) && person.email !== null;
  const known: Record<string, unknown> = {
    ...(isWithoutAddress && { email: person.email, emailStatus: person.emailStatus ?? 'unverified' }),
    firstName: person.firstName,
    lastName: person.lastName,
    title: person.title,
    seniority: person.seniority,
    department: person.department,
    linkedinUrl: person.linkedinUrl,
    phones: person.phones,
    companyName: person.company?.name,
    companyDomain: person.company?.domain,
    location: locationOf(person),
    language: person.language,
    ...(contact.isTimeZoneInferred || isMissing(contact.timeZone) ? { timeZone: person.timeZone } : {}),
  };
  const stored = contact as unknown as Record<string, unknown>;
  const always = ['emailStatus', 'timeZone'];
  const added = Object.entries(known).filter(
    ([name, value]) => !isMissing(value) && (always.includes(name) || isMissing(stored[name])),
  );
  return Object.fromEntries(added);
};
