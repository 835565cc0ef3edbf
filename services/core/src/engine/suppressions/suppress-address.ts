import { findContactsHolding } from '../../store/contacts/contact-addresses.ts';
import { personDigests } from '../../store/secrets/address-digests.ts';
import { addSuppression, type NewSuppression } from '../../store/suppressions/suppression-store.ts';

/**
 * Adds an entry for someone who opted out. The entry covers all other and former addresses, and the profile, of the
 * contacts with this address. For a domain, it is a plain entry. Call inside a transaction.
 */
export async function suppressAddress(workspaceId: string, entry: NewSuppression, now: Date) {
  if (entry.kind === 'domain') return addSuppression(workspaceId, entry, now);
  const contacts = await findContactsHolding(workspaceId, [entry.value]);
  const others = contacts.flatMap(personDigests);
  return addSuppression(workspaceId, { ...entry, otherDigests: [...(entry.otherDigests ?? []), ...others] }, now);
}
