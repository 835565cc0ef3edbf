import type { ContactFacts } from '../../../domain/crm/contact.ts';
import type { RevealedPerson } from '../../../providers/prospects/prospect-source.ts';
import { type ContactRecord, findContactByEmail } from '../../../store/crm/contact-store.ts';
import { findPaid, recordRevealed } from '../../../store/prospects/revealed-person-store.ts';
import type { ActionContext } from '../../action-context.ts';
import { applyChanges } from '../changes/change-contact.ts';
import { missingFacts } from './missing-facts.ts';

export interface Enriched {
  contact: ContactRecord;
  /** Fields that were filled in. */
  added: string[];
  credits: number;
}

/**
 * Fills in what the contact lacks. The person counts as bought from then on: completing or revealing them again is free.
 * Call inside a transaction.
 */
export const storeEnriched = async (
  contact: ContactRecord,
  person: RevealedPerson | null,
  ctx: ActionContext,
): Promise<Enriched> => {
  const changes = person === null ? {} : await withoutTakenAddress(missingFacts(contact, person), ctx);
  const added = Object.keys(changes).filter((name) => name !== 'emailStatus');
  if (person === null || added.length === 0) return { contact, added: [], credits: 0 };
  const credits = await buy(person, contact.id, ctx);
  return { contact: await applyChanges(contact, changes, ctx), added, credits };
};

const buy = async ({ id }: RevealedPerson, contactId: string, ctx: ActionContext): Promise<number> => {
  const { workspaceId, ports, now } = ctx;
  const isPaid = (await findPaid(workspaceId, [id])).has(id);
  const credits = isPaid ? 0 : ports.prospects.creditsFor(id);
  await recordRevealed(workspaceId, id, contactId, credits, now());
  return credits;
};

/** An address that another contact has is not given to a second one. */
const withoutTakenAddress = async (
  changes: Partial<ContactFacts>,
  ctx: ActionContext,
): Promise<Partial<ContactFacts>> => {
  const { email, emailStatus: _status, ...rest } = changes;
  if (email === undefined || (await findContactByEmail(ctx.workspaceId, email)) === null) return changes;
  return rest;
};
