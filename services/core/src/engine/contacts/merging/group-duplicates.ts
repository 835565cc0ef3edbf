import { spellingsOf } from '../../../domain/contacts/email-address.ts';
import { profileKey } from '../../../domain/contacts/profile-address.ts';
import { haveOtherNames, nameKey } from '../../../domain/contacts/same-person.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { personDigests, profileDigests } from '../../../store/secrets/address-digests.ts';

export const duplicateReasons = ['same_address', 'same_profile', 'same_name_and_company'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** Larger groups are proposed in parts. */
export const groupSizeMax = 10;

export interface DuplicateGroup {
  /** The survivor first, then by ID. */
  contactIds: string[];
  survivorId: string;
  reasons: DuplicateReason[];
  /** First contact from which a search can find the group. */
  firstId: string;
}

/** Keys that a contact looks for, and keys under which others find it. Former addresses are known as digests only. */
function keysOf(contact: ContactRecord) {
  const { email, addressDigests = [] } = contact;
  const name = nameKey(contact);
  const names = name === undefined ? [] : [`n:${name}`];
  const emails = email === undefined ? [] : spellingsOf(email);
  return {
    seeks: new Set([...emails, ...personDigests(contact), ...names]),
    isFoundBy: new Set([...(email === undefined ? [] : [email]), ...addressDigests, ...names]),
  };
}

type Keys = ReturnType<typeof keysOf>;

function sees({ seeks }: Keys, { isFoundBy }: Keys): boolean {
  return [...seeks].some((key) => isFoundBy.has(key));
}

/** True if the records name different people. */
function areOthers(one: ContactRecord, other: ContactRecord): boolean {
  const [own, others] = [profileKey(one.linkedinUrl), profileKey(other.linkedinUrl)];
  const haveOtherProfiles = own !== undefined && others !== undefined && own !== others;
  return haveOtherProfiles || haveOtherNames(one, other);
}

function reasonsFor(one: ContactRecord, other: ContactRecord): DuplicateReason[] {
  const profiles = profileDigests(one.workspaceId, one.linkedinUrl);
  const theirs = new Set(personDigests(other));
  const shared = personDigests(one).filter((digest) => theirs.has(digest));
  const name = nameKey(one);
  const holds: Record<DuplicateReason, boolean> = {
    same_address: shared.some((digest) => !profiles.includes(digest)),
    same_profile: shared.some((digest) => profiles.includes(digest)),
    same_name_and_company: name !== undefined && name === nameKey(other),
  };
  return duplicateReasons.filter((reason) => holds[reason]);
}

interface Group {
  members: ContactRecord[];
  reasons: Set<DuplicateReason>;
}

/** Groups of contacts that are probably one person: they share an address, a profile, or a name at a company. */
export function groupDuplicates(contacts: readonly ContactRecord[]): DuplicateGroup[] {
  const keys = new Map(contacts.map((contact) => [contact.id, keysOf(contact)]));
  const holders = new Map<string, ContactRecord[]>();
  for (const contact of contacts) {
    const { seeks, isFoundBy } = keys.get(contact.id)!;
    for (const key of new Set([...seeks, ...isFoundBy])) holders.set(key, [...(holders.get(key) ?? []), contact]);
  }
  const groupOf = new Map(contacts.map((contact): [string, Group] => [contact.id, newGroup(contact)]));
  for (const same of holders.values())
    for (const [index, one] of same.entries()) for (const other of same.slice(index + 1)) join(one, other, groupOf);
  return [...new Set(groupOf.values())]
    .filter(({ members }) => members.length > 1)
    .map(({ members, reasons }) => toGroup(members, reasons, keys));
}

function newGroup(contact: ContactRecord): Group {
  return { members: [contact], reasons: new Set() };
}

/** Joins the groups of two contacts, unless a member of one is certainly not the person of the other. */
function join(one: ContactRecord, other: ContactRecord, groupOf: Map<string, Group>): void {
  const [own, theirs] = [groupOf.get(one.id)!, groupOf.get(other.id)!];
  if (own !== theirs) {
    if (own.members.length + theirs.members.length > groupSizeMax) return;
    if (own.members.some((mine) => theirs.members.some((their) => areOthers(mine, their)))) return;
    own.members.push(...theirs.members);
    for (const reason of theirs.reasons) own.reasons.add(reason);
    for (const { id } of theirs.members) groupOf.set(id, own);
  }
  for (const reason of reasonsFor(one, other)) own.reasons.add(reason);
}

function toGroup(
  members: ContactRecord[],
  reasons: ReadonlySet<DuplicateReason>,
  keys: ReadonlyMap<string, Keys>,
): DuplicateGroup {
  const survivor = members.reduce((best, other) => (isBetter(other, best) ? other : best));
  const ids = members.map(({ id }) => id).toSorted();
  const searching = ids.filter((id) => ids.some((other) => other !== id && sees(keys.get(id)!, keys.get(other)!)));
  return {
    contactIds: [survivor.id, ...ids.filter((id) => id !== survivor.id)],
    survivorId: survivor.id,
    reasons: duplicateReasons.filter((reason) => reasons.has(reason)),
    firstId: searching[0] ?? ids[0]!,
  };
}

/** Prefers a valid address, then any address, then the later reply, the later message, and the older contact. */
function isBetter(one: ContactRecord, other: ContactRecord): boolean {
  const [own, others] = [rankOf(one), rankOf(other)];
  const index = own.findIndex((value, place) => value !== others[place]);
  return index === -1 ? one.id < other.id : own[index]! > others[index]!;
}

function rankOf({ email, emailStatus, lastRepliedAt, lastContactedAt }: ContactRecord): number[] {
  const times = [lastRepliedAt, lastContactedAt].map((time) => time?.getTime() ?? 0);
  return [Number(emailStatus === 'valid'), Number(email !== undefined), ...times];
}
