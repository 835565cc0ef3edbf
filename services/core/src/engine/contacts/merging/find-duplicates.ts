import { spellingsOf } from '../../../domain/contacts/email-address.ts';
import { nameKey } from '../../../domain/contacts/same-person.ts';
import { findContactsByKeys, findNamesAt } from '../../../store/contacts/contact-addresses.ts';
import { type ContactRecord, findContacts, streamContacts } from '../../../store/contacts/contact-store.ts';
import { personDigests } from '../../../store/secrets/address-digests.ts';
import { type DuplicateGroup, groupDuplicates } from './group-duplicates.ts';

/** Largest number of contacts that one request compares with all others. */
export const examinedMax = 10_000;
const batchSize = 500;
/** Contacts of contacts: how far a group is followed beyond the examined ones. */
const roundsMax = 3;

export interface FoundDuplicates {
  groups: DuplicateGroup[];
  /** Continue after this contact. Null: all were examined. */
  lastId: string | null;
}

/** Groups of probable duplicates, each once, from the contact after `after` on. */
export async function findDuplicates(workspaceId: string, after: string, limit: number): Promise<FoundDuplicates> {
  const groups: DuplicateGroup[] = [];
  let examined = 0;
  let lastId = after;
  for await (const batch of batchesOf(workspaceId, after)) {
    for (const group of await groupsStartingIn(workspaceId, batch)) {
      groups.push(group);
      if (groups.length === limit) return { groups, lastId: group.firstId };
    }
    examined += batch.length;
    lastId = batch.at(-1)!.id;
    if (examined >= examinedMax) return { groups, lastId };
  }
  return { groups, lastId: null };
}

async function* batchesOf(workspaceId: string, after: string): AsyncGenerator<ContactRecord[]> {
  let batch: ContactRecord[] = [];
  for await (const contact of streamContacts(workspaceId, { filter: {} }, after)) {
    if (batch.push(contact) < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Groups whose first contact is in the batch, by that contact. */
async function groupsStartingIn(workspaceId: string, batch: ContactRecord[]): Promise<DuplicateGroup[]> {
  const known = new Map(batch.map((contact) => [contact.id, contact]));
  let latest = batch;
  for (let round = 0; round < roundsMax && latest.length > 0; round += 1) {
    latest = (await findTwins(workspaceId, latest)).filter(({ id }) => !known.has(id));
    for (const contact of latest) known.set(contact.id, contact);
  }
  const own = new Set(batch.map(({ id }) => id));
  return groupDuplicates([...known.values()])
    .filter(({ firstId }) => own.has(firstId))
    .toSorted((one, other) => (one.firstId < other.firstId ? -1 : 1));
}

/** Contacts that share an address, a profile, or a name at a company with one of these. */
async function findTwins(workspaceId: string, contacts: ContactRecord[]): Promise<ContactRecord[]> {
  const emails = contacts.flatMap(({ email }) => (email === undefined ? [] : spellingsOf(email)));
  const byKeys = await findContactsByKeys(workspaceId, emails, contacts.flatMap(personDigests));
  const names = new Set(contacts.flatMap((contact) => nameKey(contact) ?? []));
  const domains = new Set(
    contacts.flatMap((contact) => (nameKey(contact) === undefined ? [] : (contact.companyDomain ?? []))),
  );
  const found = new Set(byKeys.map(({ id }) => id));
  const namesakes = (await findNamesAt(workspaceId, [...domains])).filter((contact) => {
    const name = nameKey(contact);
    return name !== undefined && names.has(name) && !found.has(contact.id);
  });
  const more = namesakes.map(({ id }) => id);
  return [...byKeys, ...(await findContacts(workspaceId, more))];
}
