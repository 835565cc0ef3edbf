import { addEvent } from '../../store/events/event-store.ts';
import { cancelMessagesFor } from '../../store/messages/message-store.ts';
import { addSuppression, type SuppressionReason } from '../../store/suppressions/suppression-store.ts';
import { changeContact } from '../campaigns/contact-effects.ts';
import { endEnrollment, endEnrollmentsOfContact } from '../campaigns/enrollment-effects.ts';
import type { InboundDeps } from './inbound-deps.ts';

export interface PersonToSuppress {
  address: string;
  contactId: string | null;
  /** Marked as unsubscribed even when it has ended already. */
  enrollmentId: string | null;
  reason: SuppressionReason;
  source: string;
}

/** Someone said no: at once, everywhere in the workspace, for good. Call inside a transaction. */
export async function suppressPerson(
  workspaceId: string,
  { address, contactId, enrollmentId, reason, source }: PersonToSuppress,
  deps: InboundDeps,
): Promise<{ isNew: boolean }> {
  const now = deps.now();
  const entry = { kind: 'address', value: address, reason, source } as const;
  const { record, isNew } = await addSuppression(workspaceId, entry, now);
  if (isNew)
    await addEvent(workspaceId, 'suppression.added', record.id, { kind: 'address', value: record.value, reason }, now);
  if (contactId !== null) {
    await changeContact(workspaceId, contactId, { doNotContact: true, stage: 'do_not_contact' }, now);
    await cancelMessagesFor(workspaceId, { contactId }, now);
    await endEnrollmentsOfContact(workspaceId, contactId, 'unsubscribed', now);
  }
  if (enrollmentId !== null) await endEnrollment(workspaceId, enrollmentId, 'unsubscribed', now);
  return { isNew };
}
