import { recipientPattern } from '../../domain/contacts/email-address.ts';
import { toRecord } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';
import { findContactsHolding } from './contact-addresses.ts';
import { type ContactDoc, ContactModel, type ContactRecord, contactSearchWords } from './contact-model.ts';
import type { ContactChanges } from './contact-store.ts';
import { type NewContact, newContactDocument } from './new-contact.ts';

export async function findContactsByExternalId(workspaceId: string, externalIds: string[]): Promise<ContactRecord[]> {
  if (externalIds.length === 0) return [];
  const found = await ContactModel.find({ workspaceId, externalId: { $in: externalIds } })
    .limit(externalIds.length)
    .lean<ContactDoc[]>();
  return found.map(toRecord);
}

/** Stores many contacts and returns their IDs in the same order. Call inside a transaction. */
export async function insertContacts(workspaceId: string, contacts: NewContact[], now: Date): Promise<string[]> {
  const documents = contacts.map((contact) => newContactDocument(workspaceId, contact, now));
  await insertDocuments(ContactModel, documents);
  return documents.map(({ _id }) => _id);
}

/** Changes many contacts, each in its own way. `after` is the complete changed contact. Call inside a transaction. */
export async function updateContacts(
  workspaceId: string,
  updates: { id: string; changes: ContactChanges; after: ContactRecord }[],
  now: Date,
): Promise<void> {
  if (updates.length === 0) return;
  await ContactModel.bulkWrite(
    updates.map(({ id, changes, after }) => ({
      updateOne: {
        filter: { workspaceId, _id: id },
        update: {
          ...setAndUnset({ ...changes, updatedAt: now, searchWords: contactSearchWords(after) }),
          $inc: { version: 1 },
        },
      },
    })),
  );
}

const colleaguesMax = 2_000;

/** IDs of the contacts at a company, found by its record or its domain. */
export async function findColleagues(
  workspaceId: string,
  { companyId, companyDomain }: { companyId?: string; companyDomain?: string },
): Promise<string[]> {
  const ways = [...(companyId ? [{ companyId }] : []), ...(companyDomain ? [{ companyDomain }] : [])];
  if (ways.length === 0) return [];
  const found = await ContactModel.find({ workspaceId, $or: ways }, { _id: 1 }).limit(colleaguesMax).lean();
  return found.map(({ _id }) => _id);
}

/** Contacts that have or had this address in any spelling, or that belong to this domain or its subdomains. */
export async function findContactsAt(
  workspaceId: string,
  to: { value: string; isDomain: boolean },
  limit: number,
): Promise<ContactRecord[]> {
  if (!to.isDomain) return findContactsHolding(workspaceId, [to.value]);
  const found = await ContactModel.find({ workspaceId, email: recipientPattern(to) })
    .limit(limit)
    .lean<ContactDoc[]>();
  return found.map(toRecord);
}

/** Blocks all further sending to these contacts. */
export async function forbidContact(workspaceId: string, contactIds: string[], now: Date): Promise<void> {
  await ContactModel.updateMany(
    { workspaceId, _id: { $in: contactIds } },
    { $set: { doNotContact: true, stage: 'do_not_contact', updatedAt: now }, $inc: { version: 1 } },
  );
}
