import type { ContactFacts } from '../../domain/contacts/contact.ts';
import { contactFields } from '../../domain/contacts/contact-fields.ts';
import { namesOf } from '../../domain/fields/fields.ts';
import type { RevealedPerson } from '../../domain/prospects/prospect.ts';
import { oneLine } from '../../domain/text/control-characters.ts';

const enriched = namesOf(contactFields, ({ isEnriched }) => isEnriched === true);

/** Drops null and empty properties. */
export function withoutGaps(members: object): Record<string, unknown> {
  const isKnown = (value: unknown) => value !== null && value !== undefined && !(Array.isArray(value) && !value.length);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isKnown(value)));
}

/** Contact facts from a prospect source: the fields in the table, without empty values. */
export function personFacts(person: RevealedPerson): ContactFacts {
  const location = withoutGaps(person.location);
  const known: Record<string, unknown> = withoutGaps({
    ...person,
    emailStatus: person.email === null ? null : (person.emailStatus ?? 'unverified'),
    companyName: person.company?.name,
    companyDomain: person.company?.domain,
    location: Object.keys(location).length > 0 ? location : null,
  });
  const facts = Object.entries(known).filter(([name]) => (enriched as readonly string[]).includes(name));
  return Object.fromEntries(facts.map(([name, value]) => [name, typeof value === 'string' ? oneLine(value) : value]));
}

/** Member of a person that a field of a contact comes from. */
export function memberOf(name: string): keyof RevealedPerson {
  return name === 'companyName' || name === 'companyDomain' ? 'company' : (name as keyof RevealedPerson);
}
