import { spellingsOf } from '../../../domain/contacts/email-address.ts';
import { profileKey } from '../../../domain/contacts/profile-address.ts';
import { haveOtherNames, nameKey } from '../../../domain/contacts/same-person.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { personDigests, profileDigests } from '../../../store/secrets/address-digests.ts';

export const duplicateReasons = ['same_address', 'same_profile', 'same_name_and_company'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

export interface DuplicateGroup {
  /** The survivor first, then by ID. */
  contactIds: string[];
  survivorId: string;
  reasons: DuplicateReason[];
  /** First contact from which a search can find the group. */
  firstId: string;
}

/** What a contact is looked for by, and what other contacts find it by. Former addresses are known as digests only. */
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

function haveOtherProfiles(one: ContactRecord, other: ContactRecord): boolean {
  const [own, others] = [profileKey(one.linkedinUrl), profileKey(other.linkedinUrl)];
  return own !== undefined && others !== undefined && own !== others;
}

function reasonOf(one: ContactRecord, other: ContactRecord): DuplicateReason {
  const profiles = profileDigests(other.workspaceId, other.linkedinUrl);
  if (profileDigests(one.workspaceId, one.linkedinUrl).some((digest) => profiles.includes(digest)))
    return 'same_profile';
  const digests = new Set(personDigests(other));
  return personDigests(one).some((digest) => digests.has(digest)) ? 'same_address' : 'same_name_and_company';
}

/** Groups of contacts that are probably one person: they share an address, a profile, or a name at a company. */
export function groupDuplicates(contacts: readonly ContactRecord[]): DuplicateGroup[] {
  const keys = new Map(contacts.map((contact) => [contact.id, keysOf(contact)]));
  const holders = new Map<string, ContactRecord[]>();
  for (const contact of contacts)
    for (const key of new Set([...keys.get(contact.id)!.seeks, ...keys.get(contact.id)!.isFoundBy]))
      holders.set(key, [...(holders.get(key) ?? []), contact]);
  const groupOf = new Map(contacts.map((contact) => [contact.id, { members: [contact], reasons: new Set<DuplicateReason>() }]));
  for (const [first, ...others] of holders.values())
    for (const other of others) {
      const [own, theirs] = [groupOf.get(first!.id)!, groupOf.get(other.id)!];
      if (own === theirs || haveOtherNames(first!, other) || haveOtherProfiles(first!, other)) continue;
      own.reasons.add(reasonOf(first!, other));
      for (const reason of theirs.reasons) own.reasons.add(reason);
      own.members.push(...theirs.members);
      for (const { id } of theirs.members) groupOf.set(id, own);
    }
  return [...new Set(groupOf.values())]
    .filter(({ members }) => members.length > 1)
    .map(({ members, reasons }) => toGroup(members, reasons, keys));
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
