import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { toRecord } from '../documents/define-model.ts';
import { findFilteredPage } from '../documents/find-filtered-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { joinLookUpsBy } from '../documents/look-ups.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';
import {
  type ContactDoc,
  ContactModel,
  type ContactRecord,
  contactSearchWords,
  searchedFields,
} from './contact-model.ts';
import { type NewContact, newContactDocument } from './new-contact.ts';

export type { ContactRecord, NewContact };
export { ContactModel };

export async function findContact(workspaceId: string, contactId: string): Promise<ContactRecord | null> {
  const found = await ContactModel.findOne({ workspaceId, _id: contactId }).lean();
  return found && toRecord(found);
}

export async function findContactByEmail(workspaceId: string, email: string): Promise<ContactRecord | null> {
  const found = await ContactModel.findOne({ workspaceId, email }).lean();
  return found && toRecord(found);
}

/** Many at once, in no particular order; ids of other workspaces are not found. At most 10,000. */
export async function findContacts(workspaceId: string, contactIds: string[]): Promise<ContactRecord[]> {
  if (contactIds.length === 0) return [];
  const found = await ContactModel.find({ workspaceId, _id: { $in: contactIds } })
    .limit(10_000)
    .lean();
  return found.map(toRecord);
}

const lookUpByEmail = joinLookUpsBy(ContactModel, 'email');

export async function findContactsByEmail(workspaceId: string, emails: string[]): Promise<ContactRecord[]> {
  if (emails.length === 0) return [];
  return (await lookUpByEmail(workspaceId, emails)).map(toRecord);
}

export async function insertContact(workspaceId: string, contact: NewContact, now: Date): Promise<ContactRecord> {
  const document = newContactDocument(workspaceId, contact, now);
  await insertDocuments(ContactModel, [document]);
  return toRecord(document);
}

export type ContactChanges = Partial<Omit<ContactDoc, '_id' | 'workspaceId' | 'version' | 'searchWords'>>;

/** Members that are undefined are removed from the contact. */
export async function updateContactFields(
  workspaceId: string,
  contactId: string,
  changes: ContactChanges,
  now: Date,
): Promise<ContactRecord | null> {
  const changed = await ContactModel.findOneAndUpdate(
    { workspaceId, _id: contactId },
    { ...setAndUnset({ ...changes, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<ContactDoc>();
  if (changed === null) return null;
  if (!searchedFields.some((field) => field in changes)) return toRecord(changed);
  const searchWords = contactSearchWords(changed);
  await ContactModel.updateOne({ workspaceId, _id: contactId }, { $set: { searchWords } });
  return toRecord({ ...changed, searchWords });
}

/** Somebody wrote to these contacts: those that are new are `contacted` from now on. */
export async function noteContacted(workspaceId: string, contactIds: string[], now: Date): Promise<void> {
  if (contactIds.length === 0) return;
  const stage = { $cond: [{ $eq: ['$stage', 'new'] }, 'contacted', '$stage'] };
  await ContactModel.updateMany(
    { workspaceId, _id: { $in: contactIds } },
    [{ $set: { stage, lastContactedAt: now, updatedAt: now, version: { $add: ['$version', 1] } } }],
    { updatePipeline: true },
  );
}

/** They have had the notice by GDPR Art. 14 with a message. */
export async function noteInformed(workspaceId: string, contactIds: string[], now: Date): Promise<void> {
  if (contactIds.length === 0) return;
  await ContactModel.updateMany(
    { workspaceId, _id: { $in: contactIds }, noticeSentAt: null },
    { $set: { noticeSentAt: now, updatedAt: now }, $inc: { version: 1 } },
  );
}

/** The message that gave the notice, at this time, has come back: nobody has read it. */
export async function noteNotInformed(workspaceId: string, contactId: string, sentAt: Date, now: Date): Promise<void> {
  await ContactModel.updateOne(
    { workspaceId, _id: contactId, noticeSentAt: sentAt },
    { $set: { noticeSentAt: null, updatedAt: now }, $inc: { version: 1 } },
  );
}

export async function deleteContact(workspaceId: string, contactId: string): Promise<boolean> {
  const { deletedCount } = await ContactModel.deleteOne({ workspaceId, _id: contactId });
  return deletedCount === 1;
}

/**
 * May end before it is full when several filters fit many and together few: `next` says where to go on. A caller that filters
 * by the time of creation has the order of it, which is that of the ids.
 */
export function listContacts(
  workspaceId: string,
  filter: Record<string, unknown>,
  page: PageRequest,
): Promise<PageResult<ContactRecord>> {
  const sort = 'createdAt' in filter ? page.sort.replace(/id$/, 'createdAt') : page.sort;
  return findFilteredPage(ContactModel, workspaceId, filter, { ...page, sort });
}
