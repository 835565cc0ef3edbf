import { defaultMailboxAddress } from '../../store/mailboxes/default-mailbox.ts';
import { listMailboxes, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';

export type CampaignMailbox = Pick<MailboxRecord, 'kind' | 'address' | 'displayName' | 'signature' | 'state'> & {
  /** Null: the sandbox mailbox of the workspace, which is made when it is first needed. */
  id: string | null;
};

const sandbox: CampaignMailbox = {
  id: null,
  kind: 'capture',
  address: defaultMailboxAddress,
  displayName: '',
  signature: '',
  state: 'active',
};

/** The mailboxes that a campaign sends with: those it names; else all real ones; else the sandbox. Only reads. */
export async function mailboxesOf(workspaceId: string, campaign: { mailboxIds: string[] }): Promise<CampaignMailbox[]> {
  if (campaign.mailboxIds.length > 0) return listMailboxes(workspaceId, campaign.mailboxIds);
  const all = await listMailboxes(workspaceId);
  const real = all.filter(({ kind }) => kind === 'smtp');
  if (real.length > 0) return real;
  return [all.find(({ address }) => address === defaultMailboxAddress) ?? sandbox];
}

/** Those to send from: the active ones; where there is none, those with a fault, whose messages wait until it is over. */
export function usableOf(mailboxes: CampaignMailbox[]): CampaignMailbox[] {
  const active = mailboxes.filter(({ state }) => state === 'active');
  return active.length > 0 ? active : mailboxes.filter(({ state }) => state === 'failing');
}
