import { type Static, Type } from 'typebox';
import { Described, Named, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import type { NoteRecord } from '../../../store/contacts/note-store.ts';
import { ActorView, toActorView } from '../../members/actor-view.ts';

export const NoteView = Named(
  'Note',
  Type.Object({
    id: Type.String({ description: 'Id of the note.' }),
    contactId: Type.String({ description: 'The contact it is about.' }),
    text: Type.String({ description: 'The note.' }),
    author: Described(ActorView, 'Who wrote it.'),
    createdAt: Timestamp('When it was written.'),
  }),
);

export function toNoteView(note: NoteRecord): Static<typeof NoteView> {
  return viewOf(NoteView, note, { author: toActorView(note.author) });
}
