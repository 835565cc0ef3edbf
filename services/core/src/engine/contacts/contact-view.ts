import type { Static } from 'typebox';
import { ForeignName } from '../../contract/foreign.ts';
import { Named } from '../../contract/schema.ts';
import { contactFields } from '../../domain/crm/contact-fields.ts';
import { viewOf, viewSchema } from '../../domain/crm/fields/field-views.ts';
import { joinName } from '../../domain/crm/person-name.ts';
import type { ContactRecord } from '../../store/crm/contact-store.ts';
import { scoreViewOf } from './score-view.ts';

/** A contact as every answer shows it: absent values are null, times are ISO 8601. */
export const ContactView = Named('Contact', viewSchema(contactFields));
// It is put together of two that come from outside.
ForeignName(ContactView.properties.fullName);
export type ContactView = Static<typeof ContactView>;

export function toContactView(contact: ContactRecord): ContactView {
  const { id, firstName, lastName } = contact;
  const fullName = joinName(firstName, lastName) || null;
  return viewOf(contactFields, contact, { id, fullName, score: scoreViewOf(contact) });
}
