import { type Static, Type } from 'typebox';
import { contactLabel } from '../../domain/contacts/contact.ts';
import { plainName } from '../../domain/text/plain-text.ts';
import { ContactView, toContactView } from '../../engine/contacts/contact-view.ts';
import { markOutdated } from '../../engine/scoring/outdated-scores.ts';
import { notFound } from '../../errors/errors.ts';
import { Described, Id, Input, Named, Nullable } from '../../schema/schema.ts';
import { type ContactRecord, findContact } from '../../store/contacts/contact-store.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { fieldsParameter, Selected, selectFields } from '../definition/select-fields.ts';
import { SuppressionView, toSuppressionView } from '../suppressions/suppression-view.ts';

const ContactDetail = Named(
  'ContactDetail',
  Type.Object({
    ...ContactView.properties,
    suppression: Nullable(
      Described(SuppressionView, 'Suppression entry that covers the email address. Null if there is none.'),
    ),
  }),
);

export type ContactDetail = Static<typeof ContactDetail>;

async function suppressionOf({ workspaceId, email }: ContactRecord) {
  if (email === undefined) return null;
  const entry = (await findSuppressed(workspaceId, [email])).get(email);
  return entry === undefined ? null : toSuppressionView(entry);
}

export const getContact = defineRead({
  name: 'get_contact',
  title: 'Get a contact',
  summary: 'Get one contact.',
  description:
    'Returns one contact by its ID (con_…) with all fields: email address and its status, company, stage, ' +
    'legal basis, score, and the suppression entry that covers the address. To find IDs, use list_contacts.',
  method: 'get',
  path: '/contacts/{contactId}',
  scope: 'contacts:read',
  input: Input({ contactId: Id('con', 'The contact.'), ...fieldsParameter(ContactDetail) }),
  output: Selected(ContactDetail),
  errors: ['not_found'],

  async run({ contactId, fields }, ctx) {
    const contact = await findContact(ctx.workspaceId, contactId);
    if (contact === null) throw notFound('contact', contactId);
    const [shown = contact] = await markOutdated(ctx.workspaceId, [contact]);
    const summary = `${contactLabel(contact)}, ${plainName(contact.title) ?? 'no title known'}.`;
    const isAsked = fields === undefined || fields.includes('suppression');
    const detail = { ...toContactView(shown), suppression: isAsked ? await suppressionOf(contact) : null };
    return { data: selectFields(detail, fields), summary };
  },
});
