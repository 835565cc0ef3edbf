import { counted } from '../../../domain/text/counted.ts';
import type { CampaignMailbox } from '../../../engine/campaigns/campaign-mailboxes.ts';
import { usableOf } from '../../../engine/campaigns/campaign-mailboxes.ts';
import { memberIn } from '../../chain/load-visitor.ts';
import type { WebContext } from '../../frame/web-deps.ts';
import type { Campaign } from './change-steps.ts';

interface Facts {
  campaign: Campaign;
  enrolled: number;
  mailboxes: CampaignMailbox[];
}

/** A sentence of the launch check. An unmet one links to the page that resolves it. */
export interface Check {
  text: string;
  isMet: boolean;
  href?: string;
}

/** Requirements of a launch that are known without checking every person. */
export function quickChecks(ctx: WebContext, { campaign, enrolled, mailboxes }: Facts): Check[] {
  const path = `/app/campaigns/${campaign.id}`;
  const { settings } = memberIn(ctx).workspace;
  const usable = usableOf(mailboxes);
  const isSandbox = usable.every(({ kind }) => kind === 'capture');
  const senders = isSandbox ? 'Sandbox mailbox: no real email is sent' : counted(usable.length, 'mailbox');
  return [
    campaign.steps.length > 0
      ? { text: counted(campaign.steps.length, 'step'), isMet: true }
      : { text: 'Write the first message', isMet: false },
    enrolled > 0
      ? { text: counted(enrolled, 'person'), isMet: true }
      : { text: 'Add people', isMet: false, href: `${path}/audience` },
    usable.length > 0
      ? { text: senders, isMet: true }
      : { text: 'No mailbox is active', isMet: false, href: '/app/mailboxes' },
    settings.postalAddress.trim() === ''
      ? { text: 'Add your postal address', isMet: false, href: '/app/settings' }
      : { text: 'Postal address and opt-out', isMet: true },
  ];
}
