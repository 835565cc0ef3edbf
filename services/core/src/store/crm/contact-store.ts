import type { PageRequest, PageResult } from '../../domain/paging.ts';
import { toRecord } from '../define-model.ts';
import { findFilteredPage } from '../find-filtered-page.ts';
import { insertDocuments } from '../insert-documents.ts';
import { setAndUnset } from '../set-and-unset.ts';
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

export const findContact = async (workspaceId: string, contactId: string): Promise<ContactRecord | null> => {
  const found = await ContactModel.findOne({ workspaceId, _id: contactId }).lean();
  return found && toRecord(found);
};

export const findContactByEmail = async (workspaceId: string, email: string): Promise<ContactRecord | null> => {
  const found = await ContactModel.findOne({ workspaceId, email }).lean();
  return found && toRecord(found);
};

/** Many at once, in no particular order; ids of other workspaces are not found. At most 10,000. */
export const findContacts = async (workspaceId: string, contactIds: string[]): Promise<ContactRecord[]> => {
  const found = await ContactModel.find({ workspaceId, _id: { $in: contactIds } })
    .limit(10_000)
    .lean();
  return found.map(toRecord);
};

export const findContactsByEmail = async (workspaceId: string, emails: string[]): Promise<ContactRecord[]> => {
  if (emails.length === 0) return [];
  const found = await ContactModel.find({ workspaceId, email: { $in: emails } })
    .limit(emails.length)
    .lean();
  return found.map(toRecord);
};

export const insertContact = async (workspaceId: string, contact: NewContact, now: Date): Promise<ContactRecord> => {
  const document = newContactDocument(workspaceId, contact, now);
  await insertDocuments(ContactModel, [document]);
  return toRecord(document);
};

export type ContactChanges = Partial<Omit<ContactDoc, '_id' | 'workspaceId' | 'version' | 'searchWords'>>;

/** Members that are undefined are removed from the contact. */
export const updateContactFields = async (
  workspaceId: string,
  contactId: string,
  changes: ContactChanges,
  now: Date,
): Promise<ContactRecord | null> => {
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
};

/** Somebody wrote to the contact: a new one is `contacted` from now on. */
export const noteContacted = async (workspaceId: string, contactId: string, now: Date): Promise<void> => {
  const stage = { $cond: [{ $eq: ['$stage', 'new'] }, 'contacted', '$stage'] };
  await ContactModel.updateOne(
    { workspaceId, _id: contactId },
    [{ $set: { stage, lastContactedAt: now, updatedAt: now, version: { $add: ['$version', 1] } } }],
    { updatePipeline: true },
  );
};

export const deleteContact = async (workspaceId: string, contactId: string): Promise<boolean> => {
  const { deletedCount } = await ContactModel.deleteOne({ workspaceId, _id: contactId });
  return deletedCount === 1;
};

/**
 * May end before it is full when several filters fit many and together few: `next` says where to go on. Whoever filters
 * by the time of creation has the order of it, which is that of the ids.
 */
export const listContacts = (
  workspaceId: string,
  filter: Record<string, unknown>,
  page: PageRequest,
): Promise<PageResult<ContactRecord>> => {
  const sort = 'createdAt' in filter ? page.sort.replace(/id$/, 'createdAt') : page.sort;
  return findFilteredPage(ContactModel, workspaceId, filter, { ...page, sort });
};
