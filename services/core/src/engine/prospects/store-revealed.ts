import type { ContactFacts, DeclaredBasis } from '../../domain/contacts/contact.ts';
import { isUsableStatus } from '../../domain/contacts/email-status.ts';
import type { ProspectCompany, RevealedPerson } from '../../domain/prospects/prospect.ts';
import type { NewCompany } from '../../store/companies/company-store.ts';
import { type ContactRecord, findContactsByAddress } from '../../store/contacts/contact-store.ts';
import { recordRevealed, takePeople } from '../../store/prospects/revealed-person-store.ts';
import { planContactAddition, storeContact } from '../contacts/add-contact.ts';
import { type ContactView, toContactView } from '../contacts/contact-view.ts';
import { personFacts, withoutGaps } from '../contacts/person-facts.ts';
import type { ActionContext } from '../context/action-context.ts';

export interface RevealedItem {
  personId: string;
  outcome: 'created' | 'unchanged' | 'skipped';
  reason: string | null;
  contactId: string | null;
  isCharged: boolean;
  contact: ContactView | null;
}

export interface RevealOptions {
  declaredBasis: DeclaredBasis;
  basisNote?: string;
  tags?: string[];
  listId?: string;
}

export function skippedItem(personId: string, reason: string): RevealedItem {
  return {
    personId,
    outcome: 'skipped',
    reason,
    contactId: null,
    isCharged: false,
    contact: null,
  };
}

export function ownedItem(personId: string, contact: ContactRecord): RevealedItem {
  return {
    personId,
    outcome: 'unchanged',
    reason: 'already_owned',
    contactId: contact.id,
    isCharged: false,
    contact: toContactView(contact),
  };
}

/** Stores delivered people. People who were added another way in the meantime are matched and free. */
export async function storeRevealed(
  delivered: RevealedPerson[],
  options: RevealOptions,
  ctx: ActionContext,
): Promise<RevealedItem[]> {
  const people = await stillSeen(delivered, ctx);
  const reachable = people.flatMap(({ id, email }) => (email === null ? [] : [id]));
  const paid = await takePeople(ctx.workspaceId, reachable, ctx.now());
  const addresses = people.flatMap(({ email }) => email ?? []);
  const byEmail = await findContactsByAddress(ctx.workspaceId, addresses);
  const items: RevealedItem[] = [];
  for (const person of people) {
    const contact = person.email === null ? undefined : byEmail.get(person.email);
    if (contact !== undefined) await recordRevealed(ctx.workspaceId, person.id, contact.id, 0);
    items.push(
      contact === undefined ? await storeNew(person, paid.has(person.id), options, ctx) : ownedItem(person.id, contact),
    );
  }
  return items;
}

/** Drops invented people if a real mailbox was connected after the plan. */
async function stillSeen(people: RevealedPerson[], { workspaceId, ports }: ActionContext): Promise<RevealedPerson[]> {
  if (!people.some(({ id }) => ports.prospects.isInvented(id))) return people;
  const open = await ports.prospects.openTo(workspaceId);
  return people.filter(({ id }) => open.includes(ports.prospects.sourceOf(id)!));
}

async function storeNew(
  person: RevealedPerson,
  wasPaid: boolean,
  options: RevealOptions,
  ctx: ActionContext,
): Promise<RevealedItem> {
  if (person.email === null) return skippedItem(person.id, 'no_email');
  const isInvented = ctx.ports.prospects.isInvented(person.id);
  const addition = await planContactAddition(factsOf(person, options), ctx);
  if (addition.isSuppressed) return skippedItem(person.id, 'suppressed');
  const contact = await storeContact(
    addition,
    {
      source: 'search',
      sourceDetail: `${person.source}: ${person.id}`,
      company: person.company === null ? undefined : { ...companyFacts(person.company), isInvented },
      isInvented,
      tags: options.tags,
      listIds: options.listId === undefined ? undefined : [options.listId],
      emailStatusCheckedAt: ctx.now(),
    },
    ctx,
  );
  const isCharged = !wasPaid && isUsableStatus(person.emailStatus) && !ctx.ports.prospects.isFree(person.id);
  await recordRevealed(ctx.workspaceId, person.id, contact.id, isCharged ? ctx.creditsPerUnit : 0);
  const view = toContactView(contact);
  return { personId: person.id, outcome: 'created', reason: null, contactId: contact.id, isCharged, contact: view };
}

function factsOf(person: RevealedPerson, { declaredBasis, basisNote }: RevealOptions): ContactFacts {
  return { ...personFacts(person), ...withoutGaps({ basisNote }), declaredBasis };
}

function companyFacts(company: ProspectCompany): Partial<NewCompany> {
  const { id: _id, source: _source, timeZone: _timeZone, register: _register, location, ...facts } = company;
  return { ...withoutGaps(facts), location: withoutGaps(location) };
}
