import { defaultMailboxAddress } from '../../store/mailboxes/default-mailbox.ts';
import { listMailboxes, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';

export type CampaignMailbox = Pick<
  MailboxRecord,
  'kind' | 'address' | 'displayName' | 'signature' | 'state' | 'replyTo' | 'imap'
> & {
  /** Null for the workspace's sandbox mailbox, which is created on first use. */
  id: string | null;
};

const sandbox: CampaignMailbox = {
  id: null,
  kind: 'capture',
  address: defaultMailboxAddress,
  displayName: '',
  signature: '',
  replyTo: null,
  imap: null,
  state: 'active',
};

/**
 * Mailboxes that a campaign sends from: the selected ones, otherwise all real ones, otherwise the sandbox. Read-only.
 */
export async function mailboxesOf(workspaceId: string, campaign: { mailboxIds: string[] }): Promise<CampaignMailbox[]> {
  if (campaign.mailboxIds.length > 0) return listMailboxes(workspaceId, campaign.mailboxIds);
  const all = await listMailboxes(workspaceId);
  const real = all.filter(({ kind }) => kind === 'smtp');
  if (real.length > 0) return real;
  return [all.find(({ address }) => address === defaultMailboxAddress) ?? sandbox];
}

/** Mailboxes that a preview shows: those to send from, or all if none can send. */
export async function previewMailboxes(
  workspaceId: string,
  campaign: { mailboxIds: string[] },
): Promise<{ mailboxes: CampaignMailbox[]; usableCount: number }> {
  const all = await mailboxesOf(workspaceId, campaign);
  const usable = usableOf(all);
  return { mailboxes: usable.length > 0 ? usable : all, usableCount: usable.length };
}

/**
 * Mailboxes to send from: the active ones, or the failing ones if none is active. Messages of failing mailboxes are
 * queued until the fault is over.
 */
export function usableOf(mailboxes: CampaignMailbox[]): CampaignMailbox[] {
  const active = mailboxes.filter(({ state }) => state === 'active');
  return active.length > 0 ? active : mailboxes.filter(({ state }) => state === 'failing');
}
