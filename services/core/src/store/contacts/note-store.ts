import type { Actor } from '../../domain/members/actor.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { date, object, string } from '../documents/paths.ts';

/** Note that someone added to a contact. */
export type NoteDoc = DocOf<typeof NoteModel>;

export type NoteRecord = RecordOf<NoteDoc>;

export const NoteModel = defineModel(
  'Note',
  'notes',
  stored({
    workspaceId: string,
    contactId: string,
    text: string,
    author: object<Actor>(),
    createdAt: date,
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
