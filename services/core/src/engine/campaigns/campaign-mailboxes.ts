import { defaultMailboxAddress } from '../../store/mail/default-mailbox.ts';
import { listMailboxes, type MailboxRecord } from '../../store/mail/mailbox-store.ts';

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

export function activeOf(mailboxes: CampaignMailbox[]): CampaignMailbox[] {
  return mailboxes.filter(({ state }) => state === 'active');
}
