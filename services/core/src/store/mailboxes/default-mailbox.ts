import { isDuplicateKey } from '../documents/transaction.ts';
import { findMailboxByAddress, insertMailbox, listMailboxes, type MailboxRecord } from './mailbox-store.ts';

export const defaultMailboxAddress = 'outreach@sandbox.example';
const dailyCap = 500;

/** Capture mailbox that a workspace uses until it connects a real one. */
export async function ensureDefaultMailbox(workspaceId: string, now: Date): Promise<MailboxRecord> {
  const existing = await findMailboxByAddress(workspaceId, defaultMailboxAddress);
  if (existing) return existing;
  try {
    return await insertMailbox(workspaceId, { kind: 'capture', address: defaultMailboxAddress, dailyCap }, now);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await findMailboxByAddress(workspaceId, defaultMailboxAddress))!;
  }
}

/** Mailboxes that a campaign sends with: those it names, otherwise all real ones, otherwise the capture mailbox. */
export async function mailboxesFor(workspaceId: string, mailboxIds: string[], now: Date): Promise<MailboxRecord[]> {
  if (mailboxIds.length > 0) return listMailboxes(workspaceId, mailboxIds);
  const real = (await listMailboxes(workspaceId)).filter((mailbox) => mailbox.kind === 'smtp');
  return real.length > 0 ? real : [await ensureDefaultMailbox(workspaceId, now)];
}
