import { contactLabel } from '../../../domain/contacts/contact.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { Id, Input, Text } from '../../../schema/schema.ts';
import { insertNote } from '../../../store/contacts/note-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { NoteView, toNoteView } from './note-view.ts';

export const addContactNote = defineWrite({
  name: 'add_contact_note',
  title: 'Add a note to a contact',
  summary: 'Add a note to a contact.',
  description:
    'Adds a note to a contact, such as the outcome of a call. Notes appear in the timeline and are never ' +
    'sent. The person can request them (export of personal data), so keep them factual.',
  method: 'post',
  path: '/contacts/{contactId}/notes',
  scope: 'contacts:write',
  effect: 'write',
  input: Input({ contactId: Id('con', 'The contact.'), text: Text(10_000, 'The note, plain text.') }),
  output: NoteView,
  statuses: [201],
  errors: ['not_found'],

  async plan({ contactId, text }, ctx) {
    const label = contactLabel(await requireContact(contactId, ctx));
    return {
      summary: `Would add a note to ${label}.`,
      effects: [{ op: 'create', type: 'note', label, changes: { contactId, text } }],
      skipped: [],
      warnings: [],
      state: label,
    };
  },

  async run({ contactId, text }, { state: label }, ctx) {
    const note = await insertNote(ctx.workspaceId, { contactId, text, author: ctx.actor }, ctx.now());
    await ctx.emit('contact.updated', contactId, { contactId, fields: ['notes'] });
    return {
      status: 201,
      data: toNoteView(note),
      summary: `Added a note to ${label}.`,
      subjectIds: [contactId],
    };
  },
});
