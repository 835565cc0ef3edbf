import type { FactsOf } from '../fields/fields.ts';
import { plainName } from '../text/plain-text.ts';
import type { contactFields } from './contact-fields.ts';
import { shownAddress } from './email-address.ts';
import { joinName } from './person-name.ts';

export * from './contact-values.ts';

/** Contact facts that a caller can set. */
export type ContactFacts = FactsOf<typeof contactFields>;
export type CustomFields = NonNullable<ContactFacts['customFields']>;

/**
 * The name if it looks like one ("Ada Lovelace"), otherwise the email address. Appears in sentences that people
 * approve.
 */
export function contactLabel(contact: {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}): string {
  const name = plainName(joinName(contact.firstName, contact.lastName));
  return name ?? (contact.email ? shownAddress(contact.email) : 'unnamed contact');
}
