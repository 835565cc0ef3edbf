import { Type } from 'typebox';
import { contactLabel } from '../../../domain/contacts/contact.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { erasePerson } from '../../../engine/contacts/erase-person.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { countTraces } from '../../../store/erasure/contact-traces-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

const count = Type.Integer({ minimum: 0 });

export const eraseContact = defineWrite({
  name: 'erase_contact',
  title: 'Erase a person',
  summary: 'Forget a person for good (GDPR Art. 17).',
  description:
    'Erases a person: the contact, notes, enrollments, messages, replies, scores, events, stored answers, and the words about them in the audit log and in jobs. It cannot be undone. What stays is a keyed hash of the address in the suppression list, so that the person is never written to again. For personal data on request, run export_contact_data first.',
  method: 'post',
  path: '/contacts/{contactId}/erase',
  scope: 'contacts:write',
  effect: 'destroy',
  input: Input({ contactId: Id('con', 'The contact.') }),
  output: Type.Object({
    id: Type.String({ description: 'The contact that was erased.' }),
    erased: Type.Boolean({ description: 'Always true.' }),
    suppressed: Type.Boolean({ description: 'Whether an address was hashed into the suppression list.' }),
    removed: Type.Record(Type.String(), count, { description: 'How many records of each kind.' }),
  }),
  errors: ['not_found'],

  async plan({ contactId }, ctx) {
    const contact = await requireContact(contactId, ctx);
    const label = contactLabel(contact);
    const traces = await countTraces(ctx.workspaceId, contact);
    return {
      summary: `Would erase ${label} for good.`,
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
