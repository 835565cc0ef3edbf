import type { Model } from 'mongoose';
import { contactLabel } from '../../domain/contacts/contact.ts';
import type { Actor } from '../../domain/members/actor.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type CompanyDoc, CompanyModel, type CompanyRecord } from '../companies/company-model.ts';
import { type ContactDoc, ContactModel, type ContactRecord } from '../contacts/contact-model.ts';
import { type NoteDoc, NoteModel } from '../contacts/note-store.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { choice, date, nullable, object, objects, optional, string, strings, withDefault } from '../documents/paths.ts';
import { type FactDoc, FactModel } from '../prospects/fact-store.ts';

export const trashDays = 30;
const keptSeconds = trashDays * 24 * 60 * 60;

export const trashTypes = ['contact', 'company'] as const;
export type TrashType = (typeof trashTypes)[number];

/** Deleted record with its notes and facts. It has the ID of the record, and can be restored for 30 days. */
export type TrashedDoc = DocOf<typeof TrashModel>;
export type TrashedRecord = RecordOf<TrashedDoc>;

export const TrashModel = defineModel(
  'TrashedRecord',
  'trash',
  stored({
    workspaceId: string,
    type: choice(trashTypes),
    label: string,
    /** Set for a contact, so that erasing the person covers it. */
    contactId: optional(string),
    email: optional(string),
    record: object<ContactDoc | CompanyDoc>(),
    notes: withDefault(objects<NoteDoc>(), []),
    facts: withDefault(objects<FactDoc>(), []),
    /** Contacts that were linked to a company. */
    linkedIds: withDefault(strings, []),
    /** Bulk deletion that it belongs to. */
    changeSetId: nullable(string),
    actor: object<Actor>(),
    deletedAt: date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, contactId: 1 }, { partialFilterExpression: { contactId: { $exists: true } } })
    .index({ workspaceId: 1, email: 1 }, { partialFilterExpression: { email: { $exists: true } } })
    .index({ deletedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

/** Moves contacts with their notes and facts to the trash. Call inside a transaction. */
export async function trashContacts(
  workspaceId: string,
  contacts: readonly ContactRecord[],
  { actor, changeSetId = null }: { actor: Actor; changeSetId?: string | null },
  now: Date,
): Promise<void> {
  const ids = contacts.map(({ id }) => id);
  const about = { workspaceId, contactId: { $in: ids } };
  const docs = await ContactModel.find({ workspaceId, _id: { $in: ids } }).lean<ContactDoc[]>();
  const notes = Map.groupBy(await NoteModel.find(about).lean<NoteDoc[]>(), ({ contactId }) => contactId);
  const facts = Map.groupBy(await FactModel.find(about).lean<FactDoc[]>(), ({ contactId }) => contactId);
  const trashed = docs.map((record): TrashedDoc => {
    const { _id, email } = record;
    const label = contactLabel(toRecord(record));
    const own = { label, contactId: _id, ...(email !== undefined && { email }), record };
    const parts = { notes: notes.get(_id) ?? [], facts: facts.get(_id) ?? [], linkedIds: [] };
    return { _id, workspaceId, type: 'contact', ...own, ...parts, changeSetId, actor, deletedAt: now };
  });
  await replaceTrash(workspaceId, trashed);
  await NoteModel.deleteMany(about);
  await FactModel.deleteMany(about);
  await ContactModel.deleteMany({ workspaceId, _id: { $in: ids } });
}

/** Moves a company with its facts to the trash. `linkedIds`: contacts that were linked to it. */
export async function trashCompany(
  workspaceId: string,
  { id }: CompanyRecord,
  { actor, linkedIds, changeSetId }: { actor: Actor; linkedIds: string[]; changeSetId: string | null },
  now: Date,
): Promise<void> {
  const record = await CompanyModel.findOne({ workspaceId, _id: id }).lean<CompanyDoc>();
  if (record === null) return;
  const facts = await FactModel.find({ workspaceId, companyId: id }).lean<FactDoc[]>();
  const own = { label: companyLabel(toRecord(record)), record, notes: [], facts, linkedIds, changeSetId };
  await replaceTrash(workspaceId, [{ _id: id, workspaceId, type: 'company', ...own, actor, deletedAt: now }]);
  await FactModel.deleteMany({ workspaceId, companyId: id });
  await CompanyModel.deleteOne({ workspaceId, _id: id });
}

async function replaceTrash(workspaceId: string, trashed: readonly TrashedDoc[]): Promise<void> {
  await TrashModel.deleteMany({ workspaceId, _id: { $in: trashed.map(({ _id }) => _id) } });
  await insertDocuments(TrashModel, trashed);
}

/** Puts records back as they were, with these changes. Call inside a transaction, after checking for conflicts. */
export async function untrash<Doc extends ContactDoc | CompanyDoc>(
  workspaceId: string,
  trashed: readonly TrashedRecord[],
  model: Model<Doc>,
  changed: (record: Doc) => Doc,
): Promise<void> {
  if (trashed.length === 0) return;
  await insertDocuments(
    model,
    trashed.map(({ record }) => changed(record as Doc)),
  );
  await insertDocuments(
    NoteModel,
    trashed.flatMap(({ notes }) => notes),
  );
  await insertDocuments(
    FactModel,
    trashed.flatMap(({ facts }) => facts),
  );
  await TrashModel.deleteMany({ workspaceId, _id: { $in: trashed.map(({ id }) => id) } });
}

export async function findTrashed(workspaceId: string, ids: readonly string[]): Promise<TrashedRecord[]> {
  const found = await TrashModel.find({ workspaceId, _id: { $in: [...ids] } })
    .limit(ids.length)
    .lean<TrashedDoc[]>();
  return found.map(toRecord);
}

export async function findTrashedContact(workspaceId: string, contactId: string): Promise<ContactRecord | null> {
  const [trashed] = await findTrashed(workspaceId, [contactId]);
  return trashed?.type === 'contact' ? toRecord(trashed.record as ContactDoc) : null;
}

export function listTrashed(
  workspaceId: string,
  types: readonly TrashType[],
  page: PageRequest,
): Promise<PageResult<TrashedRecord>> {
  return findPage<TrashedDoc>(TrashModel, { workspaceId, type: { $in: [...types] } }, page);
}
