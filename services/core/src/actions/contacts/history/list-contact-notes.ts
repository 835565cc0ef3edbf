import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { requireContact } from '../../../engine/contacts/change-contact.ts';
import { Id, Input, paging } from '../../../schema/schema.ts';
import { listNotes } from '../../../store/contacts/note-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { NoteView, toNoteView } from './note-view.ts';

export const listContactNotes = defineRead({
  name: 'list_contact_notes',
  title: 'List the notes on a contact',
  summary: 'List the notes on a contact, newest first.',
  description: 'Lists the notes on one contact, newest first, with their authors.',
  method: 'get',
  path: '/contacts/{contactId}/notes',
  scope: 'contacts:read',
  input: Input({ contactId: Id('con', 'The contact.'), ...paging }),
  output: Type.Array(NoteView),
  errors: ['not_found'],
  isPaged: true,

  async run(input, ctx) {
    await requireContact(input.contactId, ctx);
    const request = ctx.pager.request(input, '-id');
    const found = await listNotes(ctx.workspaceId, input.contactId, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toNoteView), page, summary: `${counted(found.items.length, 'note')}.` };
  },
});
