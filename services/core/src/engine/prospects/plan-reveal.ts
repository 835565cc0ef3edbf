import { isUsableStatus } from '../../domain/contacts/email-status.ts';
import type { MaskedPerson, RevealedPerson } from '../../domain/prospects/prospect.ts';
import { counted } from '../../domain/text/counted.ts';
import { findContacts, findContactsByAddress } from '../../store/contacts/contact-store.ts';
import { findBought } from '../../store/prospects/revealed-person-store.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { Skipped } from '../context/plan.ts';
import { type Asking, creditsForResult, creditsMax, findAsking } from '../workspaces/providers/provider-order.ts';
import { costInWords } from './look-up/price-range.ts';

/** Plan of a reveal. Data from a remote source is unknown until it is paid for. */
export interface RevealPlan {
  /** People to fetch and store. `units`: price if the address is usable. 0 if they were paid for before. */
  wanted: { id: string; label: string; units: number }[];
  /** Providers that can complete them. */
  asking: Asking[];
  /** Contact IDs of people already in the workspace, by person ID. */
  owned: Map<string, string>;
  skipped: Skipped[];
}

export function personLabel(person: MaskedPerson): string {
  const name = `${person.firstName} ${person.lastNameInitial}`;
  return person.companyName === null ? name : `${name} (${person.companyName})`;
}

export async function planReveal(ids: string[], ctx: ActionContext): Promise<RevealPlan> {
  const { workspaceId, ports } = ctx;
  const people = new Map((await ports.prospects.peek(workspaceId, ids)).map((person) => [person.id, person]));
  const known = await readKnown(ids, ctx);
  const bought = await findBought(workspaceId, ids);
  const owned = await findOwned(bought, known, ctx);
  const refused = await findRefused(known, ctx);
  const asking = await findAsking(ctx);
  const plan: RevealPlan = { wanted: [], asking, owned, skipped: [] };
  for (const id of ids) {
    const person = people.get(id);
    const label = person === undefined ? id : personLabel(person);
    if (owned.has(id)) continue;
    const reason = refused.has(id) ? 'suppressed' : reasonToSkip(person, asking);
    if (reason === undefined)
      plan.wanted.push({ id, label, units: bought.get(id)?.isPaid ? 0 : unitsFor(person!, known, asking, ctx) });
    else plan.skipped.push({ id, label, reason });
  }
  return plan;
}

function reasonToSkip(person: MaskedPerson | undefined, asking: readonly Asking[]): string | undefined {
  if (person === undefined) return 'not_found';
  return person.emailStatus === null && !canBeLookedUp(person, asking) ? 'no_email' : undefined;
}

/** True if another provider can have the address that the person's source lacks. */
function canBeLookedUp({ source, companyDomain }: MaskedPerson, asking: readonly Asking[]): boolean {
  return companyDomain !== null && asking.some(({ kind }) => kind !== source);
}

/**
 * Most units for a person. A remote person is known only after delivery, so the plan charges for them. A person of a
 * free source costs something only if a provider has to look up the address.
 */
function unitsFor(
  person: MaskedPerson,
  known: Map<string, RevealedPerson>,
  asking: readonly Asking[],
  { ports }: ActionContext,
): number {
  if (person.emailStatus === null) return creditsMax(asking);
  const local = known.get(person.id);
  if (ports.prospects.isFree(person.id) || (local !== undefined && !isUsableStatus(local.emailStatus))) return 0;
  return creditsForResult(asking, person.source);
}

/** Maximum number of price units for a reveal. */
export function unitsOf({ wanted }: RevealPlan): number {
  return wanted.reduce((sum, { units }) => sum + units, 0);
}

/** End of a sentence about the cost. */
export function revealCost(plan: RevealPlan, ctx: ActionContext): string {
  const credits = unitsOf(plan) * ctx.creditsPerUnit;
  const isRemote = plan.wanted.some(({ id }) => ctx.ports.prospects.sourceOf(id)?.isRemote);
  const remote = costInWords(plan.wanted.length, credits, plan.asking, ctx);
  return isRemote || (remote !== '' && credits > 0) ? remote : ` for ${counted(credits, 'credit')}`;
}

/** People from sources in this process, whose email addresses can be read while planning. */
async function readKnown(ids: string[], { workspaceId, ports }: ActionContext): Promise<Map<string, RevealedPerson>> {
  const local = ids.filter((id) => ports.prospects.sourceOf(id)?.isRemote === false);
  const people = await ports.prospects.reveal(workspaceId, local);
  return new Map(people.map((person) => [person.id, person]));
}

async function findOwned(
  bought: Awaited<ReturnType<typeof findBought>>,
  known: Map<string, RevealedPerson>,
  { workspaceId }: ActionContext,
) {
  const became = [...bought].flatMap(([id, { contactId }]): [string, string][] => (contactId ? [[id, contactId]] : []));
  const existing = await findContacts(
    workspaceId,
    became.map(([, contactId]) => contactId),
  );
  const stillThere = new Set(existing.map(({ id }) => id));
  const owned = new Map(became.filter(([, contactId]) => stillThere.has(contactId)));
  const addresses = [...known.values()].flatMap(({ email }) => email ?? []);
  const byEmail = await findContactsByAddress(workspaceId, addresses);
  for (const { id, email } of known.values()) {
    const contactId = byEmail.get(email ?? '')?.id;
    if (contactId !== undefined) owned.set(id, contactId);
  }
  return owned;
}

async function findRefused(known: Map<string, RevealedPerson>, ctx: ActionContext): Promise<Set<string>> {
  const people = [...known.values()].filter(({ email }) => email !== null);
  const addresses = people.map(({ email }) => email!);
  const suppressed = await findSuppressed(ctx.workspaceId, addresses);
  return new Set(people.filter(({ email }) => suppressed.has(email!)).map(({ id }) => id));
}
