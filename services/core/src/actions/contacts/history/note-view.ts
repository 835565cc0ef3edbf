import { type Static, Type } from 'typebox';
import type { NoteRecord } from '../../../store/crm/note-store.ts';
import { ActorView, toActorView } from '../../actor-view.ts';
import { Timestamp } from '../../schema.ts';

export const NoteView = Type.Object({
  id: Type.String(),
  contactId: Type.String(),
  text: Type.String(),
  author: ActorView,
  createdAt: Timestamp('When it was written.'),
});

export const toNoteView = (note: NoteRecord): Static<typeof NoteView> => ({
  id: note.id,
  contactId: note.contactId,
  text: note.text,
  author: toActorView(note.author),
  createdAt: note.createdAt.toISOString(),
});
