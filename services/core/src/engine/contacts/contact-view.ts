import type { Static } from 'typebox';
import { contactFields } from '../../domain/contacts/contact-fields.ts';
import { viewOf, viewSchema } from '../../domain/fields/field-views.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Named } from '../../schema/schema.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { scoreViewOf } from '../scoring/score-view.ts';

/** A contact as every answer shows it: absent values are null, times are ISO 8601. */
export const ContactView = Named('Contact', viewSchema(contactFields));
// It is put together of two that come from outside.
ForeignName(ContactView.properties.fullName);
export type ContactView = Static<typeof ContactView>;

export function toContactView(contact: ContactRecord): ContactView {
  const { id, firstName, lastName } = contact;
  const fullName = [firstName, lastName].filter(Boolean).join(' ') || null;
  return viewOf(contactFields, contact, { id, fullName, score: scoreViewOf(contact) });
}
