import type { SuppressionReason } from '../../domain/suppressions/suppression-fields.ts';
import { findContactsHolding } from '../../store/contacts/contact-addresses.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { cancelMessagesFor } from '../../store/messages/message-store.ts';
import { changeContact } from '../campaigns/contact-effects.ts';
import { endEnrollment, endEnrollmentsOfContact } from '../campaigns/enrollment-effects.ts';
import { suppressAddress } from './suppress-address.ts';

export interface PersonToSuppress {
  address: string;
  contactId: string | null;
  /** Enrollment marked as unsubscribed, even if it has already ended. */
  enrollmentId: string | null;
  reason: SuppressionReason;
  source: string;
  /** End of the time in which a member can take it back. Null: never. */
  undoUntil?: Date | null;
}

/**
 * Suppresses a person who opted out: immediately, in the whole workspace, and permanently. Call inside a transaction.
 */
export async function suppressPerson(
  workspaceId: string,
  { address, contactId, enrollmentId, reason, source, undoUntil = null }: PersonToSuppress,
  deps: { now: () => Date },
): Promise<{ isNew: boolean }> {
  const now = deps.now();
  const entry = { kind: 'address', value: address, reason, source, undoUntil } as const;
  const { record, isNew } = await suppressAddress(workspaceId, entry, now);
  if (isNew)
    await addEvent(workspaceId, 'suppression.added', record.id, { kind: 'address', value: record.value, reason }, now);
  for (const id of await contactsOf(workspaceId, address, contactId)) {
    await changeContact(workspaceId, id, { doNotContact: true, stage: 'do_not_contact' }, now);
    await cancelMessagesFor(workspaceId, { contactId: id }, now);
    await endEnrollmentsOfContact(workspaceId, id, 'unsubscribed', now);
  }
  if (enrollmentId !== null) await endEnrollment(workspaceId, enrollmentId, 'unsubscribed', now);
  return { isNew };
}

/** The contact that was emailed, and all others with the address in any spelling. */
async function contactsOf(workspaceId: string, address: string, contactId: string | null): Promise<Set<string>> {
  const holders = await findContactsHolding(workspaceId, [address]);
  return new Set([...(contactId === null ? [] : [contactId]), ...holders.map(({ id }) => id)]);
}
