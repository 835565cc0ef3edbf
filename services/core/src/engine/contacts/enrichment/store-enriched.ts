import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { type ContactRecord, findContactByEmail } from '../../../store/contacts/contact-store.ts';
import { recordRevealed, takePeople } from '../../../store/prospects/revealed-person-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { applyChanges } from '../change-contact.ts';
import { personFacts } from '../person-facts.ts';

export interface Enriched {
  contact: ContactRecord;
  /** Fields that were filled in. */
  added: string[];
  /** True if a unit of the action's price was used. */
  isCharged: boolean;
}

/**
 * Fills in missing contact fields. From then on, the person counts as bought, and completing or revealing them again is
 * free. Call inside a transaction.
 */
export async function storeEnriched(
  contact: ContactRecord,
  person: RevealedPerson | null,
  ctx: ActionContext,
): Promise<Enriched> {
  const changes = person === null ? {} : await withoutTakenAddress(missingFacts(contact, person), ctx);
  const added = Object.keys(changes).filter((name) => name !== 'emailStatus');
  if (person === null || added.length === 0) return { contact, added: [], isCharged: false };
  const isCharged = await buy(person, contact.id, ctx);
  return { contact: await applyChanges(contact, changes, ctx), added, isCharged };
}

async function buy({ id }: RevealedPerson, contactId: string, ctx: ActionContext): Promise<boolean> {
  const { workspaceId, ports, creditsPerUnit, now } = ctx;
  const wasPaid = (await takePeople(workspaceId, [id], now())).has(id);
  const isCharged = !wasPaid && !ports.prospects.isFree(id);
  await recordRevealed(workspaceId, id, contactId, isCharged ? creditsPerUnit : 0);
  return isCharged;
}

/** Drops an email address that another contact already has. */
async function withoutTakenAddress(changes: Partial<ContactFacts>, ctx: ActionContext): Promise<Partial<ContactFacts>> {
  const { email, emailStatus: _status, ...rest } = changes;
  if (email === undefined || (await findContactByEmail(ctx.workspaceId, email)) === null) return changes;
  return rest;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Facts from the source that the contact lacks. Existing values are kept. */
function missingFacts(contact: ContactRecord, person: RevealedPerson): Partial<ContactFacts> {
  const isAddressTaken = isMissing(contact.email) && person.email !== null;
  const isLacking = (name: string) => {
    if (name === 'emailStatus') return isAddressTaken;
    if (name === 'timeZone' && contact.isTimeZoneInferred) return true;
    return isMissing(contact[name as keyof ContactRecord]);
  };
  return Object.fromEntries(Object.entries(personFacts(person)).filter(([name]) => isLacking(name)));
}
