import type { Static } from 'typebox';
import { contactFields } from '../../domain/contacts/contact-fields.ts';
import { joinName } from '../../domain/contacts/person-name.ts';
import { viewSchema } from '../../domain/fields/field-views.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Named } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { scoreViewOf } from '../scoring/score-view.ts';

/** Contact in every response. Missing values are null, and times are ISO 8601. */
export const ContactView = Named('Contact', viewSchema(contactFields));
// Combined from two names that come from outside.
ForeignName(ContactView.properties.fullName);
export type ContactView = Static<typeof ContactView>;

export function toContactView(contact: ContactRecord): ContactView {
  const fullName = joinName(contact.firstName, contact.lastName) || null;
  return viewOf(ContactView, contact, { fullName, score: scoreViewOf(contact) });
}
