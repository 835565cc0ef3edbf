import type { Actor } from '../../domain/members/actor.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';

/** Note that someone added to a contact. */
export interface NoteDoc {
  _id: string;
  workspaceId: string;
  contactId: string;
  text: string;
  author: Actor;
  createdAt: Date;
}

export type NoteRecord = Omit<NoteDoc, '_id'> & { id: string };

const NoteModel = defineModel<NoteDoc>(
  'Note',
  'notes',
  new StoredSchema<NoteDoc>({
    workspaceId: { type: String, required: true },
    contactId: { type: String, required: true },
    text: { type: String, required: true },
    author: { type: Object, required: true },
    createdAt: { type: Date, required: true },
  }).index({ workspaceId: 1, contactId: 1, _id: 1 }),
);

export async function insertNote(
  workspaceId: string,
  note: Pick<NoteDoc, 'contactId' | 'text' | 'author'>,
  now: Date,
): Promise<NoteRecord> {
  const document: NoteDoc = { ...note, _id: newId('note'), workspaceId, createdAt: now };
  await NoteModel.create([document]);
  return toRecord(document);
}

export function listNotes(workspaceId: string, contactId: string, page: PageRequest): Promise<PageResult<NoteRecord>> {
  return findPage<NoteDoc>(NoteModel, { workspaceId, contactId }, page);
}

export async function deleteNotesAbout(workspaceId: string, contactId: string): Promise<void> {
  await NoteModel.deleteMany({ workspaceId, contactId });
}
