import type { ContactRecord } from '../../../store/crm/contact-store.ts';
import { stopContact } from '../../../store/crm/contact-traces-store.ts';
import { eraseTraces } from '../../../store/crm/erase-traces.ts';
import { addSuppression, isSuppressed } from '../../../store/mail/suppression-store.ts';
import { addEvent } from '../../../store/requests/event-store.ts';
import { forgetExports } from '../../../store/work/export-store.ts';
import type { ActionContext } from '../../action-context.ts';
import { removeContact } from '../changes/remove-contact.ts';

type Eraser = Pick<ActionContext, 'workspaceId' | 'via' | 'config' | 'now'>;

/** Whether a keyed hash of the address is kept: always when the person asks, else only of those who had said no. */
export type KeptHash = 'always' | 'if_suppressed';

/** Forgets a person, with every trace. Call inside a transaction. */
export const erasePerson = async (
  contact: ContactRecord,
  { kept, reason }: { kept: KeptHash; reason: 'request' | 'retention' },
  eraser: Eraser,
): Promise<void> => {
  const { workspaceId } = eraser;
  const now = eraser.now();
  const isKept = kept === 'always' || (await hasSaidNo(contact, eraser));
  await stopContact(workspaceId, contact.id, now);
  await removeContact(contact, eraser);
  await eraseTraces(workspaceId, contact, eraser.config.secretKey);
  await forgetExports(workspaceId, now);
  if (contact.email && isKept) {
    const entry = { kind: 'address', value: contact.email, reason: 'erasure', source: eraser.via } as const;
    await addSuppression(workspaceId, entry, eraser.config.secretKey, now);
  }
  await addEvent(workspaceId, 'contact.erased', contact.id, { contactId: contact.id, reason }, now);
};

const hasSaidNo = async ({ email, doNotContact }: ContactRecord, { workspaceId, config }: Eraser): Promise<boolean> =>
  doNotContact || (email !== undefined && (await isSuppressed(workspaceId, email, config.secretKey)));
