import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { toRecord } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { namesPath } from '../documents/narrow-conditions.ts';
import { countRecords, queriesOf, type RecordQuery, streamRecords } from '../documents/record-query.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';
import { findContactsByAddress } from './contact-addresses.ts';
import {
  type ContactDoc,
  ContactModel,
  type ContactRecord,
  contactSearchWords,
  searchedFields,
} from './contact-model.ts';
import { type NewContact, newContactDocument } from './new-contact.ts';

export type { ContactRecord, NewContact };
export { ContactModel, findContactsByAddress };

export async function findContact(workspaceId: string, contactId: string): Promise<ContactRecord | null> {
  const found = await ContactModel.findOne({ workspaceId, _id: contactId }).lean();
  return found && toRecord(found);
}

/** Contact that has this address in any spelling of the mailbox, or had it formerly. */
export async function findContactByEmail(workspaceId: string, email: string): Promise<ContactRecord | null> {
  return (await findContactsByAddress(workspaceId, [email])).get(email) ?? null;
}

/** Returns many contacts in no particular order. IDs of other workspaces are not found. At most 10,000. */
export async function findContacts(workspaceId: string, contactIds: string[]): Promise<ContactRecord[]> {
  if (contactIds.length === 0) return [];
  const found = await ContactModel.find({ workspaceId, _id: { $in: contactIds } })
    .limit(10_000)
    .lean();
  return found.map(toRecord);
}

export async function insertContact(workspaceId: string, contact: NewContact, now: Date): Promise<ContactRecord> {
  const document = newContactDocument(workspaceId, contact, now);
  await insertDocuments(ContactModel, [document]);
  return toRecord(document);
}

export type ContactChanges = Partial<Omit<ContactDoc, '_id' | 'workspaceId' | 'version' | 'searchWords'>>;

/** Removes members that are undefined from the contact. */
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

/** Records an email to these contacts: new ones become `contacted`. */
export async function noteContacted(workspaceId: string, contactIds: string[], now: Date): Promise<void> {
  if (contactIds.length === 0) return;
  const stage = { $cond: [{ $eq: ['$stage', 'new'] }, 'contacted', '$stage'] };
  await ContactModel.updateMany(
    { workspaceId, _id: { $in: contactIds } },
    [{ $set: { stage, lastContactedAt: now, updatedAt: now, version: { $add: ['$version', 1] } } }],
    { updatePipeline: true },
  );
}

/** Records that these contacts received the GDPR Art. 14 notice with a message. */
export async function noteInformed(workspaceId: string, contactIds: string[], now: Date): Promise<void> {
  if (contactIds.length === 0) return;
  await ContactModel.updateMany(
    { workspaceId, _id: { $in: contactIds }, noticeSentAt: null },
    { $set: { noticeSentAt: now, updatedAt: now }, $inc: { version: 1 } },
  );
}

/** Records that the message with the notice, sent at this time, bounced, so the contact was not informed. */
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

export type ContactQuery = RecordQuery<ContactRecord>;

export const contactQueries = queriesOf(ContactModel);

/**
 * One page in the order of an index. It can end early if several filters match many records each but few together.
 * `next` is the position to continue from. Filters on the creation time require creation order, which is the order of
 * IDs.
 */
export async function listContacts(
  workspaceId: string,
  query: ContactQuery,
  page: PageRequest,
): Promise<PageResult<ContactRecord>> {
  const sort = namesPath(query.filter, 'createdAt') ? page.sort.replace(/id$/, 'createdAt') : page.sort;
  return (await contactQueries.page(workspaceId, query, { ...page, sort }))!;
}

/** Counts up to `limit`, so that a filter that matches everything costs no more than a narrow one. */
export function countContacts(workspaceId: string, query: ContactQuery, limit: number): Promise<number> {
  return countRecords(ContactModel, workspaceId, query, limit);
}

/** Yields all matches, oldest first, in bounded reads. */
export function streamContacts(workspaceId: string, query: ContactQuery, after = ''): AsyncGenerator<ContactRecord> {
  return streamRecords(ContactModel, workspaceId, query, after);
}

/** Oldest matching contacts, up to `limit`. */
export async function findFirstContacts(
  workspaceId: string,
  query: ContactQuery,
  limit: number,
): Promise<ContactRecord[]> {
  const found: ContactRecord[] = [];
  for await (const contact of streamContacts(workspaceId, query)) if (found.push(contact) === limit) break;
  return found;
}
