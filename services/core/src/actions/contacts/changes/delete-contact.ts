import { contactLabel } from '../../../domain/contacts/contact.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { moveContactsToTrash } from '../../../engine/contacts/trash-contacts.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { countedEffects } from '../../../engine/context/plan.ts';
import { endedTaskEffects } from '../../../engine/tasks/task-effects.ts';
import { Deleted } from '../../../schema/record-parts.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { findOpenEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { countNaming } from '../../../store/erasure/contact-traces-store.ts';
import { trashDays } from '../../../store/erasure/trash-store.ts';
import { countCancellableFor } from '../../../store/messages/message-store.ts';
import { defineWrite } from '../../definition/define-action.ts';

export const deleteContact = defineWrite({
  name: 'delete_contact',
  title: 'Delete a contact',
  summary: 'Delete a contact. Sent messages are kept.',
  description:
    'Moves a contact with its notes and facts to the trash, cancels its queued messages, and ends its enrollments. ' +
    `Within ${trashDays} days, restore_record restores it. Sent messages and received replies are kept. If a person asks ` +
    'to be forgotten (GDPR Art. 17), use erase_contact instead. It also removes those records and prevents the ' +
    'person from being contacted again.',
  method: 'delete',
  path: '/contacts/{contactId}',
  scope: 'contacts:write',
  effect: 'destroy',
  input: Input({ contactId: Id('con', 'The contact.') }),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],

  async plan({ contactId }, ctx) {
    const contact = await requireContact(contactId, ctx);
    checkVersion(ctx, contact);
    const label = contactLabel(contact);
    const { note, fact } = await countNaming(ctx.workspaceId, contactId);
    const open = await findOpenEnrollments(ctx.workspaceId, { contactId });
    const waiting = await countCancellableFor(ctx.workspaceId, contactId);
    return {
      summary: `Would delete contact ${label}.`,
      effects: [
        { op: 'delete', type: 'contact', id: contactId, label },
        ...countedEffects('delete', 'note', note),
        ...countedEffects('delete', 'fact', fact),
        ...countedEffects('stop', 'enrollment', open.length, { state: 'removed' }),
        ...countedEffects('cancel', 'message', waiting),
        ...(await endedTaskEffects(
          ctx.workspaceId,
          open.map(({ id }) => id),
        )),
      ],
      skipped: [],
      warnings: [],
      state: contact,
    };
  },

  async run({ contactId }, { state: contact }, ctx) {
    await moveContactsToTrash([contact], ctx);
    const summary = `Deleted contact ${contactLabel(contact)}. Within ${trashDays} days, restore_record restores it.`;
    return { data: { id: contactId, deleted: true }, summary };
  },
});
