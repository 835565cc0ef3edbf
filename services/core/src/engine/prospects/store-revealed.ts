import type { ContactFacts, DeclaredBasis } from '../../domain/contacts/contact.ts';
import { isUsableStatus } from '../../domain/contacts/email-status.ts';
import { sourcesOf } from '../../domain/fields/field-sources.ts';
import type { ProspectCompany, RevealedPerson } from '../../domain/prospects/prospect.ts';
import type { NewCompany } from '../../store/companies/company-store.ts';
import { type ContactRecord, findContactsByAddress } from '../../store/contacts/contact-store.ts';
import { recordRevealed, takePeople } from '../../store/prospects/revealed-person-store.ts';
import { planContactAddition, storeContact } from '../contacts/add-contact.ts';
import { type ContactView, toContactView } from '../contacts/contact-view.ts';
import { memberOf, personFacts, withoutGaps } from '../contacts/person-facts.ts';
import type { ActionContext } from '../context/action-context.ts';
import { type Asking, creditsForResult, findAsking } from '../workspaces/providers/provider-order.ts';
import type { Delivered } from './look-up/complete-people.ts';

export interface RevealedItem {
  personId: string;
  outcome: 'created' | 'unchanged' | 'skipped';
  reason: string | null;
  contactId: string | null;
  /** Units of the price that were used. */
  units: number;
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
    units: 0,
    contact: null,
  };
}

export function ownedItem(personId: string, contact: ContactRecord): RevealedItem {
  return {
    personId,
    outcome: 'unchanged',
    reason: 'already_owned',
    contactId: contact.id,
    units: 0,
    contact: toContactView(contact),
  };
}

/** Stores delivered people. People who were added another way in the meantime are matched and free. */
export async function storeRevealed(
  delivered: Delivered[],
  options: RevealOptions,
  ctx: ActionContext,
): Promise<RevealedItem[]> {
  const all = await stillSeen(delivered, ctx);
  const people = all.map(({ person }) => person);
  const asking = await findAsking(ctx);
  const reachable = people.flatMap(({ id, email }) => (email === null ? [] : [id]));
  const paid = await takePeople(ctx.workspaceId, reachable, ctx.now());
  const addresses = people.flatMap(({ email }) => email ?? []);
  const byEmail = await findContactsByAddress(ctx.workspaceId, addresses);
  const items: RevealedItem[] = [];
  for (const one of all) {
    const { person } = one;
    const contact = person.email === null ? undefined : byEmail.get(person.email);
    if (contact !== undefined) await recordRevealed(ctx.workspaceId, person.id, contact.id, 0);
    items.push(
      contact === undefined
        ? await storeNew(one, { options, asking, wasPaid: paid.has(person.id) }, ctx)
        : ownedItem(person.id, contact),
    );
  }
  return items;
}

/** Drops invented people if a real mailbox was connected after the plan. */
async function stillSeen(people: Delivered[], { workspaceId, ports }: ActionContext): Promise<Delivered[]> {
  if (!people.some(({ person }) => ports.prospects.isInvented(person.id))) return people;
  const open = (await ports.prospects.openTo(workspaceId)).map(({ idPrefix }) => idPrefix);
  return people.filter(({ person }) => open.includes(ports.prospects.sourceOf(person.id)?.idPrefix ?? ''));
}

interface Terms {
  options: RevealOptions;
  asking: readonly Asking[];
  wasPaid: boolean;
}

async function storeNew(
  { person, origins }: Delivered,
  { options, asking, wasPaid }: Terms,
  ctx: ActionContext,
): Promise<RevealedItem> {
  if (person.email === null) return skippedItem(person.id, 'no_email');
  const { prospects } = ctx.ports;
  const isInvented = prospects.isInvented(person.id);
  const addition = await planContactAddition(factsOf(person, options), ctx);
  if (addition.isSuppressed) return skippedItem(person.id, 'suppressed');
  const found = origins.email?.source ?? person.source;
  const isFree = found === person.source && prospects.isFree(person.id);
  const units = wasPaid || isFree || !isUsableStatus(person.emailStatus) ? 0 : creditsForResult(asking, found);
  const originOf = (name: string) => origins[memberOf(name)] ?? { source: person.source, billed: 0 };
  const contact = await storeContact(
    addition,
    {
      source: 'search',
      sourceDetail: `${person.source}: ${person.id}`,
      sources: sourcesOf(Object.keys(personFacts(person)), originOf, units * ctx.creditsPerUnit, ctx.now()),
      company: person.company === null ? undefined : { ...companyFacts(person.company), isInvented },
      isInvented,
      tags: options.tags,
      listIds: options.listId === undefined ? undefined : [options.listId],
      emailStatusCheckedAt: ctx.now(),
    },
    ctx,
  );
  await recordRevealed(ctx.workspaceId, person.id, contact.id, units * ctx.creditsPerUnit);
  const view = toContactView(contact);
  return { personId: person.id, outcome: 'created', reason: null, contactId: contact.id, units, contact: view };
}

function factsOf(person: RevealedPerson, { declaredBasis, basisNote }: RevealOptions): ContactFacts {
  return { ...personFacts(person), ...withoutGaps({ basisNote }), declaredBasis };
}

function companyFacts(company: ProspectCompany): Partial<NewCompany> {
  const { id: _id, source: _source, timeZone: _timeZone, register: _register, location, ...facts } = company;
  return { ...withoutGaps(facts), location: withoutGaps(location) };
}
