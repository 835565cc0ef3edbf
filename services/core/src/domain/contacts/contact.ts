import type { FactsOf, StoredOf } from '../fields/fields.ts';
import { plainName } from '../text/plain-text.ts';
import type { contactFields } from './contact-fields.ts';

export * from './contact-values.ts';

/** What a caller may say of a contact. */
export type ContactFacts = FactsOf<typeof contactFields>;
export type StoredContact = StoredOf<typeof contactFields>;
export type CustomFields = NonNullable<ContactFacts['customFields']>;

/** "Ada Lovelace" where it reads like a name, else the address: it stands in sentences that people approve. */
export function contactLabel(contact: {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}): string {
  const name = plainName([contact.firstName, contact.lastName].filter(Boolean).join(' '));
  return name ?? contact.email ?? 'unnamed contact';
}
