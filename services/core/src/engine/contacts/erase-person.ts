import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { stopContacts } from '../../store/erasure/contact-traces-store.ts';
import { eraseTraces } from '../../store/erasure/erase-traces.ts';
import { addEvent, removeSuppressionEvents } from '../../store/events/event-store.ts';
import { forgetExports } from '../../store/jobs/export-store.ts';
import { personDigests } from '../../store/secrets/address-digests.ts';
import { addSuppression, isSuppressed } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { forgetMentionsLater } from './forget-mentions.ts';
import { removeContact } from './remove-contact.ts';

type Eraser = Pick<ActionContext, 'workspaceId' | 'via' | 'now' | 'config'>;

/**
 * Keeps a keyed hash of the email address: always for a request by the person, otherwise only for people who opted out.
 */
export type KeptHash = 'always' | 'if_suppressed';

/** Erases a person and all their data. A worker removes them from other records. Call inside a transaction. */
export async function erasePerson(
  contact: ContactRecord,
  { kept, reason }: { kept: KeptHash; reason: 'request' | 'retention' },
  eraser: Eraser,
): Promise<void> {
  const { workspaceId } = eraser;
  const now = eraser.now();
  const isKept = kept === 'always' || (await hasSaidNo(contact, eraser));
  await stopContacts(workspaceId, [contact.id], now);
  await removeContact(contact, eraser);
  await eraseTraces(workspaceId, contact);
  await forgetExports(workspaceId, now);
  await forgetMentionsLater(contact, eraser.config.keyRing, now);
  if (contact.email) await removeSuppressionEvents(workspaceId, contact.email);
  if (contact.email && isKept) {
    const otherDigests = personDigests(contact);
    const entry = {
      kind: 'address',
      value: contact.email,
      reason: 'erasure',
      source: eraser.via,
      otherDigests,
    } as const;
    const { record } = await addSuppression(workspaceId, entry, now);
    const data = { kind: record.kind, value: record.value, reason: record.reason };
    await addEvent(workspaceId, 'suppression.added', record.id, data, now);
  }
  await addEvent(workspaceId, 'contact.erased', contact.id, { contactId: contact.id, reason }, now);
}

async function hasSaidNo({ email, doNotContact }: ContactRecord, { workspaceId }: Eraser): Promise<boolean> {
  return doNotContact || (email !== undefined && (await isSuppressed(workspaceId, email)));
}
