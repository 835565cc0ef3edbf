import { findCampaigns } from '../../store/campaigns/campaign-store.ts';
import { findEnrollments } from '../../store/campaigns/enrollment-store.ts';
import { findCompanies } from '../../store/companies/company-store.ts';
import { findContacts } from '../../store/contacts/contact-store.ts';
import { findList } from '../../store/lists/list-store.ts';
import { listMailboxes } from '../../store/mailboxes/mailbox-store.ts';
import { findApiKey } from '../../store/members/api-key-store.ts';
import { findMessages } from '../../store/messages/message-store.ts';
import { findReplySenders } from '../../store/replies/inbox-store.ts';
import { membersOf } from '../members/members-of.ts';

type Named = readonly [id: string, name: string];
type Lookup = (workspaceId: string, ids: string[]) => Promise<Named[]>;

async function contactNames(workspaceId: string, ids: string[]): Promise<Named[]> {
  const found = await findContacts(workspaceId, ids);
  return found.map(({ id, firstName, lastName, email }) => {
    const fullName = [firstName, lastName].filter(Boolean).join(' ');
    return [id, fullName || email || ''];
  });
}

/** Uses the contact's name for an enrollment. */
async function enrollmentNames(workspaceId: string, ids: string[]): Promise<Named[]> {
  const found = await findEnrollments(workspaceId, ids);
  const names = new Map(await contactNames(workspaceId, [...new Set(found.map(({ contactId }) => contactId))]));
  return found.map(({ id, contactId }) => [id, names.get(contactId) ?? '']);
}

/** A page shows only a few lists. */
async function listNames(workspaceId: string, ids: string[]): Promise<Named[]> {
  const found = await Promise.all(ids.map((id) => findList(workspaceId, id)));
  return found.flatMap((list) => (list === null ? [] : [[list.id, list.name] as const]));
}

/** Includes revoked keys, because their activity is still shown. */
async function keyNames(workspaceId: string, ids: string[]): Promise<Named[]> {
  const found = await Promise.all(ids.map(findApiKey));
  return found.flatMap((key) => (key?.workspaceId === workspaceId ? [[key.id, key.name] as const] : []));
}

/** Name lookups by record type, keyed by ID prefix. */
const lookups: Readonly<Record<string, Lookup>> = {
  con: contactNames,
  enr: enrollmentNames,
  lst: listNames,
  com: async (workspaceId, ids) =>
    (await findCompanies(workspaceId, ids)).map(({ id, name, domain }) => [id, name || domain || '']),
  cmp: async (workspaceId, ids) => (await findCampaigns(workspaceId, ids)).map(({ id, name }) => [id, name]),
  msg: async (workspaceId, ids) => (await findMessages(workspaceId, ids)).map(({ id, subject }) => [id, subject]),
  rpl: async (workspaceId, ids) =>
    (await findReplySenders(workspaceId, ids)).map(({ id, name }) => [id, `reply of ${name}`]),
  mbx: async (workspaceId, ids) => (await listMailboxes(workspaceId, ids)).map(({ id, address }) => [id, address]),
  // Members only, so that an ID in a text reveals no one from another workspace.
  usr: async (workspaceId) => (await membersOf(workspaceId)).map(({ userId, user }) => [userId, user?.name ?? '']),
  key: keyNames,
};

const recordsMax = 500;

/** Names of a workspace's records, by ID. Deleted and unnamed records are omitted. */
export async function namesOfRecords(workspaceId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const kinds = Map.groupBy([...new Set(ids)].slice(0, recordsMax), (id) => id.split('_', 1)[0]!);
  const found = await Promise.all(
    [...kinds].map(([kind, all]) => (Object.hasOwn(lookups, kind) ? lookups[kind]!(workspaceId, all) : [])),
  );
  return new Map(found.flat().filter(([, name]) => name !== ''));
}
