import { Deleted } from '../../../contract/record-parts.ts';
import { Id, Input } from '../../../contract/schema.ts';
import { contactLabel } from '../../../domain/crm/contact.ts';
import { endedTaskEffects } from '../../../engine/campaigns/task-effects.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { removeContact } from '../../../engine/contacts/remove-contact.ts';
import { countedEffects } from '../../../engine/plan.ts';
import { findOpenEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { countCancellableFor } from '../../../store/campaigns/message-store.ts';
import { countNaming, stopContact } from '../../../store/crm/contact-traces-store.ts';
import { deleteNotesAbout } from '../../../store/crm/note-store.ts';
import { checkVersion } from '../../check-version.ts';
import { defineWrite } from '../../define-action.ts';

export const deleteContact = defineWrite({
  name: 'delete_contact',
  title: 'Delete a contact',
  summary: 'Remove one contact; what was sent stays on record.',
  description:
    'Deletes a contact with its notes, cancels what is planned for it and ends its enrollments. Messages that were sent and replies that came stay, for reports. When a person asks to be forgotten (GDPR Art. 17), use erase_contact instead, which removes those as well and keeps the address from being written to again.',
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
    const { note } = await countNaming(ctx.workspaceId, contactId);
    const open = await findOpenEnrollments(ctx.workspaceId, { contactId });
    const waiting = await countCancellableFor(ctx.workspaceId, contactId);
    return {
      summary: `Would delete contact ${label}.`,
      effects: [
        { op: 'delete', type: 'contact', id: contactId, label },
        ...countedEffects('delete', 'note', note),
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
    await stopContact(ctx.workspaceId, contactId, ctx.now());
    await deleteNotesAbout(ctx.workspaceId, contactId);
    await removeContact(contact, ctx);
    await ctx.emit('contact.deleted', contactId, { contactId });
    return { data: { id: contactId, deleted: true }, summary: `Deleted contact ${contactLabel(contact)}.` };
  },
});
