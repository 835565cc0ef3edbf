import type { DeclaredBasis } from '../../../domain/crm/contact.ts';
import { isUsableStatus } from '../../../domain/crm/email-status.ts';
import type { ProspectCompany, RevealedPerson } from '../../../providers/prospects/prospect-source.ts';
import type { NewCompany } from '../../../store/crm/company-store.ts';
import { type ContactRecord, findContactsByEmail } from '../../../store/crm/contact-store.ts';
import { findPaid, recordRevealed, takePerson } from '../../../store/prospects/revealed-person-store.ts';
import type { ActionContext } from '../../action-context.ts';
import { planContactAddition, storeContact } from '../../contacts/add-contact.ts';
import { type ContactView, toContactView } from '../../contacts/contact-view.ts';

export interface RevealedItem {
  personId: string;
  outcome: 'created' | 'unchanged' | 'skipped';
  reason: string | null;
  contactId: string | null;
  credits: number;
  contact: ContactView | null;
}

export interface RevealOptions {
  declaredBasis: DeclaredBasis;
  basisNote?: string;
  tags?: string[];
  listId?: string;
}

export const skippedItem = (personId: string, reason: string): RevealedItem => ({
  personId,
  outcome: 'skipped',
  reason,
  contactId: null,
  credits: 0,
  contact: null,
});

export const ownedItem = (personId: string, contact: ContactRecord): RevealedItem => ({
  personId,
  outcome: 'unchanged',
  reason: 'already_owned',
  contactId: contact.id,
  credits: 0,
  contact: toContactView(contact),
});

/** Stores people just delivered. Who came into the workspace by another way meanwhile is found again and free. */
export const storeRevealed = async (
  people: RevealedPerson[],
  options: RevealOptions,
  ctx: ActionContext,
): Promise<RevealedItem[]> => {
  const paid = await findPaid(
    ctx.workspaceId,
    people.map(({ id }) => id),
  );
  for (const { id, email } of people) if (email !== null) await takePerson(ctx.workspaceId, id, ctx.now());
  const addresses = people.flatMap(({ email }) => email ?? []);
  const existing = await findContactsByEmail(ctx.workspaceId, addresses);
  const byEmail = new Map(existing.map((contact) => [contact.email, contact]));
  const items: RevealedItem[] = [];
  for (const person of people) {
    const contact = person.email === null ? undefined : byEmail.get(person.email);
    if (contact !== undefined) await recordRevealed(ctx.workspaceId, person.id, contact.id, 0, ctx.now());
    items.push(
      contact === undefined ? await storeNew(person, paid.has(person.id), options, ctx) : ownedItem(person.id, contact),
    );
  }
  return items;
};

const storeNew = async (
  person: RevealedPerson,
  wasPaid: boolean,
  options: RevealOptions,
  ctx: ActionContext,
): Promise<RevealedItem> => {
  if (person.email === null) return skippedItem(person.id, 'no_email');
  const addition = await planContactAddition(factsOf(person, person.email, options), ctx);
  if (addition.isSuppressed) return skippedItem(person.id, 'suppressed');
  const contact = await storeContact(
    addition,
    {
      source: 'search',
      sourceDetail: `${person.source}: ${person.id}`,
      company: person.company === null ? undefined : companyFacts(person.company),
      tags: options.tags,
      listIds: options.listId === undefined ? undefined : [options.listId],
      emailStatusCheckedAt: ctx.now(),
    },
    ctx,
  );
  const isCharged = !wasPaid && isUsableStatus(person.emailStatus);
  const credits = isCharged ? ctx.ports.prospects.creditsFor(person.id) : 0;
  await recordRevealed(ctx.workspaceId, person.id, contact.id, credits, ctx.now());
  const view = toContactView(contact);
  return { personId: person.id, outcome: 'created', reason: null, contactId: contact.id, credits, contact: view };
};

/** Without the members that are null or empty. */
const given = <T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined)) as never;

const factsOf = (person: RevealedPerson, email: string, { declaredBasis, basisNote }: RevealOptions) => ({
  ...given({
    firstName: person.firstName,
    lastName: person.lastName,
    title: person.title,
    seniority: person.seniority,
    department: person.department,
    linkedinUrl: person.linkedinUrl,
    companyName: person.company?.name,
    companyDomain: person.company?.domain,
    timeZone: person.timeZone,
    language: person.language,
    basisNote,
  }),
  email,
  emailStatus: person.emailStatus ?? ('unverified' as const),
  phones: person.phones,
  location: given(person.location),
  declaredBasis,
});

const companyFacts = (company: ProspectCompany): Partial<NewCompany> => {
  const { id: _id, source: _source, timeZone: _timeZone, location, ...facts } = company;
  return { ...given(facts), location: given(location) };
};
