import { domainByAddress } from '../../../domain/contacts/company-of-address.ts';
import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import { profileKey } from '../../../domain/contacts/profile-address.ts';
import { nameKey } from '../../../domain/contacts/same-person.ts';
import { findCompaniesByDomain } from '../../../store/companies/company-store.ts';
import { findContactsByProfile, findContactsWithoutEmail } from '../../../store/contacts/contact-addresses.ts';
import { findContacts } from '../../../store/contacts/contact-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { readNeighbours } from '../contact-rules.ts';
import type { Expected, Known, UpsertItem } from './upsert-types.ts';

export function noneExpected(): Expected {
  return { byId: new Map(), byEmail: new Map(), byExternalId: new Map(), tags: new Set() };
}

export async function readKnown(items: readonly UpsertItem[], expected: Expected, ctx: ActionContext): Promise<Known> {
  const { workspaceId } = ctx;
  const readable = items.flatMap((item) => ('facts' in item ? [item] : []));
  const facts = readable.map((item) => item.facts);
  const fromFile = readable.filter(({ isFile }) => isFile).map((item) => item.facts);
  const nameless = fromFile.filter(({ email }) => email === undefined);
  const known: Known = {
    ...(await readNeighbours(facts, ctx)),
    byId: new Map(),
    byProfile: new Map(),
    byName: new Map(),
    companyNames: await readCompanyNames(fromFile, workspaceId),
    seen: new Map(),
  };
  const ids = [...new Set(readable.flatMap(({ contactId }) => contactId ?? []))];
  for (const contact of await findContacts(workspaceId, ids)) known.byId.set(contact.id, contact);
  const profiles = fromFile.flatMap(({ linkedinUrl }) => linkedinUrl ?? []);
  for (const contact of await findContactsByProfile(workspaceId, profiles)) {
    const key = profileKey(contact.linkedinUrl);
    if (key !== undefined) known.byProfile.set(key, contact);
  }
  const domains = nameless.flatMap(({ companyDomain }) => companyDomain ?? []);
  for (const contact of await findContactsWithoutEmail(workspaceId, [...new Set(domains)])) {
    const key = nameKey(contact);
    if (key !== undefined) known.byName.set(key, contact);
  }
  expectOthers(known, facts, expected);
  return known;
}

async function readCompanyNames(facts: readonly ContactFacts[], workspaceId: string): Promise<Map<string, string>> {
  const domains = [...new Set(facts.flatMap((one) => domainByAddress(one) ?? []))];
  const companies = await findCompaniesByDomain(workspaceId, domains);
  return new Map(companies.flatMap(({ domain, name }) => (domain && name !== domain ? [[domain, name] as const] : [])));
}

/** Replaces contacts read from the store with their expected versions, whose keys may have changed. */
function expectOthers(known: Known, facts: ContactFacts[], { byId, byEmail, byExternalId }: Expected): void {
  for (const { id, email, externalId } of [...known.byEmail.values(), ...known.byExternalId.values()]) {
    if (!byId.has(id)) continue;
    known.byEmail.delete(email);
    known.byExternalId.delete(externalId);
  }
  for (const { email = '', externalId = '' } of facts) {
    const [sameEmail, sameExternalId] = [byEmail.get(email), byExternalId.get(externalId)];
    if (sameEmail !== undefined) known.byEmail.set(email, sameEmail);
    if (sameExternalId !== undefined) known.byExternalId.set(externalId, sameExternalId);
  }
  for (const map of [known.byProfile, known.byName, known.byId])
    for (const [key, contact] of map) map.set(key, byId.get(contact.id) ?? contact);
}
