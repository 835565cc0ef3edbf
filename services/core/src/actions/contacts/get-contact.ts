import { contactLabel } from '../../domain/crm/contact.ts';
import { notFound } from '../../errors.ts';
import { findContact } from '../../store/crm/contact-store.ts';
import { defineRead } from '../define-action.ts';
import { Id, Input } from '../schema.ts';
import { markOutdated } from '../scoring/outdated-scores.ts';
import { fieldsParameter, Selected, selectFields } from '../select-fields.ts';
import { ContactView, toContactView } from './contact-view.ts';

export const getContact = defineRead({
  name: 'get_contact',
  title: 'Get a contact',
  summary: 'Read one contact.',
  description:
    'Reads one contact by its id (con_…), with all fields: address and its status, company, stage, legal basis, score. Use list_contacts to find ids.',
  method: 'get',
  path: '/contacts/{contactId}',
  scope: 'contacts:read',
  input: Input({ contactId: Id('con', 'The contact.'), ...fieldsParameter(ContactView) }),
  output: Selected(ContactView),
  errors: ['not_found'],

  async run({ contactId, fields }, ctx) {
    const contact = await findContact(ctx.workspaceId, contactId);
    if (contact === null) throw notFound('contact', contactId);
    const [shown = contact] = await markOutdated(ctx.workspaceId, [contact]);
    const summary = `${contactLabel(contact)}, ${contact.title ?? 'no title known'}.`;
    return { data: selectFields(toContactView(shown), fields), summary };
  },
});
