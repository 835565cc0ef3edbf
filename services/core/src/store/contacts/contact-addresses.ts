import { spellingsOf } from '../../domain/contacts/email-address.ts';
import { toRecord } from '../documents/define-model.ts';
import { joinLookUps } from '../documents/look-ups.ts';
import { addressDigests, profileDigests } from '../secrets/address-digests.ts';
import { type ContactDoc, ContactModel, type ContactRecord } from './contact-model.ts';

/** Maximum contacts that share one address. Duplicates from older releases can be more than one. */
const perAddressMax = 20;

function ways(emails: string[], digests: string[]) {
  return { $or: [{ email: { $in: emails } }, { addressDigests: { $in: digests } }] };
}

const lookUp = joinLookUps<ContactDoc>(
  async (workspaceId, keys) => {
    const emails = keys.filter((key) => key.includes('@'));
    const digests = keys.filter((key) => !key.includes('@'));
    return ContactModel.find({ workspaceId, ...ways(emails, digests) })
      .limit(keys.length * perAddressMax)
      .lean<ContactDoc[]>();
  },
  ({ email, addressDigests: digests = [] }) => [...(email === undefined ? [] : [email]), ...digests],
);

interface Keys {
  emails: string[];
  digests: string[];
}

function keysOf(workspaceId: string, address: string): Keys {
  return { emails: spellingsOf(address), digests: addressDigests(workspaceId, address) };
}

/** Ranks the exact spelling first, then another spelling of the mailbox, then a former address. */
function rank({ email = '', addressDigests: digests = [] }: ContactDoc, { emails, digests: wanted }: Keys): number {
  const at = emails.indexOf(email);
  if (at !== -1) return at;
  return digests.some((digest) => wanted.includes(digest)) ? emails.length : Number.POSITIVE_INFINITY;
}

async function findHolders(workspaceId: string, addresses: string[]): Promise<Map<string, ContactRecord[]>> {
  const asked = [...new Set(addresses)].map((address) => [address, keysOf(workspaceId, address)] as const);
  if (asked.length === 0) return new Map();
  const found = await lookUp(workspaceId, [
    ...new Set(asked.flatMap(([, { emails, digests }]) => [...emails, ...digests])),
  ]);
  const byKey = new Map<string, ContactDoc[]>();
  for (const doc of found)
    for (const key of new Set([doc.email ?? '', ...(doc.addressDigests ?? [])]))
      byKey.set(key, [...(byKey.get(key) ?? []), doc]);
  return new Map(
    asked.map(([address, keys]) => {
      const docs = new Set([...keys.emails, ...keys.digests].flatMap((key) => byKey.get(key) ?? []));
      return [address, [...docs].sort((one, other) => rank(one, keys) - rank(other, keys)).map(toRecord)];
    }),
  );
}

const addressesPerQueryMax = 500;

/** All contacts that have or had each of these addresses, in any spelling. */
export async function findContactHolders(
  workspaceId: string,
  addresses: string[],
): Promise<Map<string, ContactRecord[]>> {
  const found = new Map<string, ContactRecord[]>();
  for (let start = 0; start < addresses.length; start += addressesPerQueryMax)
    for (const [address, holders] of await findHolders(
      workspaceId,
      addresses.slice(start, start + addressesPerQueryMax),
    ))
      found.set(address, holders);
  return found;
}

/** For each address, the contact that has it now, has it in another spelling of the mailbox, or had it formerly. */
export async function findContactsByAddress(
  workspaceId: string,
  addresses: string[],
): Promise<Map<string | undefined, ContactRecord>> {
  const holders = await findHolders(workspaceId, addresses);
  return new Map(
    [...holders].flatMap(([address, [first]]) => (first === undefined ? [] : [[address, first] as const])),
  );
}

/** All contacts that have or had one of these addresses. An opt-out applies to each of them. */
export async function findContactsHolding(workspaceId: string, addresses: string[]): Promise<ContactRecord[]> {
  const found = [...(await findHolders(workspaceId, addresses)).values()].flat();
  return [...new Map(found.map((contact) => [contact.id, contact])).values()];
}

/** Contacts that have one of these addresses now, or keep one of these digests. */
export async function findContactsByKeys(
  workspaceId: string,
  emails: readonly string[],
  digests: readonly string[],
): Promise<ContactRecord[]> {
  return (await lookUp(workspaceId, [...new Set([...emails, ...digests])])).map(toRecord);
}

/** Largest number of contacts whose names are compared with those of one batch. */
const namesakesMax = 20_000;

export type NamedContact = Pick<ContactRecord, 'id' | 'firstName' | 'lastName' | 'companyDomain'>;

/** Names of the contacts at these companies, without their other members. */
export async function findNamesAt(workspaceId: string, companyDomains: readonly string[]): Promise<NamedContact[]> {
  if (companyDomains.length === 0) return [];
  const found = await ContactModel.find(
    { workspaceId, companyDomain: { $in: companyDomains } },
    { firstName: 1, lastName: 1, companyDomain: 1 },
  )
    .limit(namesakesMax)
    .lean<Pick<ContactDoc, '_id' | 'firstName' | 'lastName' | 'companyDomain'>[]>();
  return found.map(({ _id, ...names }) => ({ ...names, id: _id }));
}

/** Contacts with one of these LinkedIn profiles, in any spelling of the URL. */
export async function findContactsByProfile(workspaceId: string, linkedinUrls: string[]): Promise<ContactRecord[]> {
  const digests = [...new Set(linkedinUrls.flatMap((url) => profileDigests(workspaceId, url)))];
  return digests.length === 0 ? [] : (await lookUp(workspaceId, digests)).map(toRecord);
}

const withoutEmailMax = 10_000;

/** Contacts at these company domains without an email address: only their names identify them. */
export async function findContactsWithoutEmail(
  workspaceId: string,
  companyDomains: string[],
): Promise<ContactRecord[]> {
  if (companyDomains.length === 0) return [];
  const found = await ContactModel.find({
    workspaceId,
    companyDomain: { $in: companyDomains },
    email: { $exists: false },
  })
    .limit(withoutEmailMax)
    .lean<ContactDoc[]>();
  return found.map(toRecord);
}

const knownMax = 200;

/**
 * Names and addresses of a company's people, to learn how it makes addresses. Without addresses that are wrong, or that
 * were only guessed.
 */
export async function findKnownAddresses(workspaceId: string, companyDomain: string) {
  const found = await ContactModel.find(
    { workspaceId, companyDomain },
    { email: 1, firstName: 1, lastName: 1, emailStatus: 1, sources: 1 },
  )
    .sort({ _id: 1 })
    .limit(knownMax)
    .lean<Pick<ContactDoc, 'email' | 'firstName' | 'lastName' | 'emailStatus' | 'sources'>[]>();
  return found.flatMap(({ email, firstName, lastName, emailStatus, sources }) => {
    const isGuess = sources?.email?.source === 'pattern' && emailStatus !== 'valid';
    const isWrong = emailStatus === 'invalid' || emailStatus === 'disposable';
    return email && firstName && lastName && !isGuess && !isWrong ? [{ email, firstName, lastName }] : [];
  });
}
