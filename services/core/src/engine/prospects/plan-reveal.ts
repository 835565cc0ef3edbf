import { isUsableStatus } from '../../domain/contacts/email-status.ts';
import type { MaskedPerson, RevealedPerson } from '../../domain/prospects/prospect.ts';
import { findContacts, findContactsByAddress } from '../../store/contacts/contact-store.ts';
import { findBought } from '../../store/prospects/revealed-person-store.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { Skipped } from '../context/plan.ts';

/** Plan of a reveal. Data from a remote source is unknown until it is paid for. */
export interface RevealPlan {
  /** People to fetch and store. Each costs one unit if the address is usable and the person was not paid for before. */
  wanted: { id: string; label: string; isCharged: boolean }[];
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
  const plan: RevealPlan = { wanted: [], owned, skipped: [] };
  for (const id of ids) {
    const person = people.get(id);
    const label = person === undefined ? id : personLabel(person);
    if (owned.has(id)) continue;
    const reason = reasonToSkip(person, refused.has(id));
    if (reason === undefined)
      plan.wanted.push({ id, label, isCharged: !bought.get(id)?.isPaid && mayCharge(id, known, ctx) });
    else plan.skipped.push({ id, label, reason });
  }
  return plan;
}

function reasonToSkip(person: MaskedPerson | undefined, isRefused: boolean): string | undefined {
  if (person === undefined) return 'not_found';
  if (isRefused) return 'suppressed';
  return person.emailStatus === null ? 'no_email' : undefined;
}

/**
 * True if the person may be charged. A remote person is known only after delivery, so the plan charges for them unless
 * the source is free.
 */
function mayCharge(id: string, known: Map<string, RevealedPerson>, { ports }: ActionContext): boolean {
  const person = known.get(id);
  return !ports.prospects.isFree(id) && (person === undefined || isUsableStatus(person.emailStatus));
}

/** Maximum number of price units for a reveal. */
export function unitsOf({ wanted }: RevealPlan): number {
  return wanted.filter(({ isCharged }) => isCharged).length;
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
