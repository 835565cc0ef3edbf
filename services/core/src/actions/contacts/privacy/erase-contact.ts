import { Type } from 'typebox';
import { contactLabel } from '../../../domain/contacts/contact.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { erasePerson } from '../../../engine/contacts/erase-person.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { countTraces } from '../../../store/erasure/contact-traces-store.ts';
import { findTrashedContact } from '../../../store/erasure/trash-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

const count = Type.Integer({ minimum: 0 });

export const eraseContact = defineWrite({
  name: 'erase_contact',
  title: 'Erase a person',
  summary: 'Erase a person permanently (GDPR Art. 17).',
  description:
    'Erases a person permanently: the contact, notes, enrollments, messages, replies, scores, events, stored ' +
    'responses, and mentions in the audit log and in jobs. This cannot be undone. A keyed hash of the email ' +
    'address is kept in the suppression list, so that the person is never emailed again. A contact in the trash can ' +
    'be erased, too. To provide the personal data first, run export_contact_data.',
  method: 'post',
  path: '/contacts/{contactId}/erase',
  scope: 'contacts:write',
  effect: 'destroy',
  input: Input({ contactId: Id('con', 'The contact.') }),
  output: Type.Object({
    id: Type.String({ description: 'The erased contact.' }),
    erased: Type.Boolean({ description: 'Always true.' }),
    suppressed: Type.Boolean({ description: 'True if an email address was hashed into the suppression list.' }),
    removed: Type.Record(Type.String(), count, { description: 'Number of records by type.' }),
  }),
  errors: ['not_found'],

  async plan({ contactId }, ctx) {
    const contact = (await findTrashedContact(ctx.workspaceId, contactId)) ?? (await requireContact(contactId, ctx));
    const label = contactLabel(contact);
    const traces = await countTraces(ctx.workspaceId, contact);
    return {
      summary: `Would erase ${label} permanently.`,
      effects: [
        { op: 'delete', type: 'contact', id: contactId, label, changes: traces },
        ...(contact.email
          ? [{ op: 'create' as const, type: 'suppression', label: 'a keyed hash of the address' }]
          : []),
      ],
      skipped: [],
      warnings: ['This cannot be undone.'],
      state: { contact, traces },
    };
  },

  async run({ contactId }, { state: { contact, traces } }, ctx) {
    await erasePerson(contact, { kept: 'always', reason: 'request' }, ctx);
    return {
      data: { id: contactId, erased: true, suppressed: contact.email !== undefined, removed: traces },
      summary: `Erased ${contactId}.`,
    };
  },
});
