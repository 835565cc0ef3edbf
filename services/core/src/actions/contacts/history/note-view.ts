import { type Static, Type } from 'typebox';
import { Described, Named, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import type { NoteRecord } from '../../../store/contacts/note-store.ts';
import { ActorView, toActorView } from '../../members/actor-view.ts';

export const NoteView = Named(
  'Note',
  Type.Object({
    id: Type.String({ description: 'ID of the note.' }),
    contactId: Type.String({ description: 'The contact.' }),
    text: Type.String({ description: 'The note.' }),
    author: Described(ActorView, 'Author.'),
    createdAt: Timestamp('Creation time.'),
  }),
);

export function toNoteView(note: NoteRecord): Static<typeof NoteView> {
  return viewOf(NoteView, note, { author: toActorView(note.author) });
}
