import type { Static } from 'typebox';
import { contactFields } from '../../domain/contacts/contact-fields.ts';
import { joinName } from '../../domain/contacts/person-name.ts';
import { viewOf, viewSchema } from '../../domain/fields/field-views.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Named } from '../../schema/schema.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { scoreViewOf } from '../scoring/score-view.ts';

/** Contact in every response. Missing values are null, and times are ISO 8601. */
export const ContactView = Named('Contact', viewSchema(contactFields));
// Combined from two names that come from outside.
ForeignName(ContactView.properties.fullName);
export type ContactView = Static<typeof ContactView>;

export function toContactView(contact: ContactRecord): ContactView {
  const { id, firstName, lastName } = contact;
  const fullName = joinName(firstName, lastName) || null;
  return viewOf(contactFields, contact, { id, fullName, score: scoreViewOf(contact) });
}
