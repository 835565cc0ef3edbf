import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import { isUsableStatus } from '../../../domain/contacts/email-status.ts';
import { sourcesOf } from '../../../domain/fields/field-sources.ts';
import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { type ContactRecord, findContactByEmail } from '../../../store/contacts/contact-store.ts';
import { recordRevealed, takePeople } from '../../../store/prospects/revealed-person-store.ts';
import { applyChanges } from '../../contacts/change-contact.ts';
import { memberOf, personFacts } from '../../contacts/person-facts.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { type Asking, creditsForResult } from '../../workspaces/providers/provider-order.ts';
import type { LookedUp } from '../look-up/look-up-person.ts';

export interface Enriched {
  contact: ContactRecord;
  /** Fields that were filled in. */
  added: string[];
  /** Units of the action's price that were used. */
  units: number;
}

/**
 * Fills in missing contact fields, with their sources. From then on, the person counts as bought, and completing or
 * revealing them again is free. Call inside a transaction.
 */
export async function storeEnriched(
  contact: ContactRecord,
  { person, origins }: Pick<LookedUp, 'person' | 'origins'>,
  asking: readonly Asking[],
  ctx: ActionContext,
): Promise<Enriched> {
  const changes = person === null ? {} : await withoutTakenAddress(missingFacts(contact, person), contact.id, ctx);
  const added = Object.keys(changes).filter((name) => name !== 'emailStatus');
  if (person === null || added.length === 0) return { contact, added: [], units: 0 };
  const isRemote = ctx.ports.prospects.sourceOf(person.id)?.isRemote ?? false;
  const units = isRemote && !isValidResult(contact, changes) ? 0 : await buy(person, contact.id, asking, ctx);
  const originOf = (name: string) => origins[memberOf(name)] ?? { source: person.source, billed: 0 };
  const sources = sourcesOf(added, originOf, units * ctx.creditsPerUnit, ctx.now());
  const all = { ...changes, sources: { ...contact.sources, ...sources } };
  return { contact: await applyChanges(contact, all, ctx), added, units };
}

/** True if a provider completed someone with an address, or had a usable address for someone without. */
function isValidResult(contact: ContactRecord, changes: Partial<ContactFacts>): boolean {
  if (contact.email !== undefined) return true;
  return changes.email !== undefined && isUsableStatus(changes.emailStatus ?? null);
}

async function buy(
  { id, source }: RevealedPerson,
  contactId: string,
  asking: readonly Asking[],
  ctx: ActionContext,
): Promise<number> {
  const { workspaceId, ports, creditsPerUnit, now } = ctx;
  const wasPaid = (await takePeople(workspaceId, [id], now())).has(id);
  const units = wasPaid || ports.prospects.isFree(id) ? 0 : creditsForResult(asking, source);
  await recordRevealed(workspaceId, id, contactId, units * creditsPerUnit);
  return units;
}

/** Drops an email address that another contact already has. */
async function withoutTakenAddress(
  changes: Partial<ContactFacts>,
  contactId: string,
  ctx: ActionContext,
): Promise<Partial<ContactFacts>> {
  const { email, emailStatus: _status, ...rest } = changes;
  const owner = email === undefined ? null : await findContactByEmail(ctx.workspaceId, email);
  return owner === null || owner.id === contactId ? changes : rest;
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
