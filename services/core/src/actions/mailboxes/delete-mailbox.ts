import { pauseCampaignNow } from '../../engine/campaigns/campaign-effects.ts';
import type { PlannedEffect } from '../../engine/context/plan.ts';
import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { Deleted } from '../../schema/record-parts.ts';
import { Input } from '../../schema/schema.ts';
import { type CampaignRecord, findSendingCampaigns } from '../../store/campaigns/campaign-store.ts';
import {
  listMailboxes,
  type MailboxRecord,
  deleteMailbox as removeMailbox,
} from '../../store/mailboxes/mailbox-store.ts';
import { countQueuedFrom } from '../../store/messages/message-store.ts';
import { defineWrite } from '../definition/define-action.ts';

export const deleteMailbox = defineWrite({
  name: 'delete_mailbox',
  title: 'Delete a mailbox',
  summary: 'Disconnect a mailbox and delete its passwords.',
  description:
    'Disconnects a mailbox and deletes its passwords. Sent and received messages are kept. Campaigns continue ' +
    'with their other mailboxes. Campaigns without another one are paused (pauseReason no_mailbox): add a ' +
    'mailbox with update_campaign, then resume. Its queued single messages and reply drafts are not sent. To ' +
    'stop temporarily, use pause_mailbox.',
  method: 'delete',
  path: '/mailboxes/{mailboxId}',
  scope: 'mailboxes:write',
  effect: 'destroy',
  input: Input(mailboxIdInput),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],

  async plan({ mailboxId }, ctx) {
    const mailbox = await findOwnMailbox(mailboxId, ctx);
    const { id, address: label } = mailbox;
    const campaigns = await campaignsLeftWithout(mailbox);
    const queued = await countQueuedFrom(ctx.workspaceId, id);
    return {
      summary: `Would delete the mailbox ${label}.`,
      effects: [
        { op: 'delete', type: 'mailbox', id, label },
        ...campaigns.map(
          (campaign): PlannedEffect => ({
            op: 'stop',
            type: 'campaign',
            id: campaign.id,
            label: campaign.name,
            changes: { state: 'paused', pauseReason: 'no_mailbox' },
          }),
        ),
      ],
      skipped: [],
      warnings: queued > 0 ? [`${queued} queued messages would have been sent from it.`] : [],
      state: { address: label, campaigns },
    };
  },

  async run({ mailboxId }, { state: { address, campaigns } }, ctx) {
    for (const { id } of campaigns) await pauseCampaignNow(ctx.workspaceId, id, 'no_mailbox', ctx.now());
    await removeMailbox(ctx.workspaceId, mailboxId);
    return { data: { id: mailboxId, deleted: true }, summary: `Deleted the mailbox ${address}.` };
  },
});

/**
 * Running campaigns that have no other mailbox. A campaign that names no mailbox uses all real ones. Without the last
 * one, it would silently switch to the sandbox.
 */
async function campaignsLeftWithout({ workspaceId, id, kind }: MailboxRecord): Promise<CampaignRecord[]> {
  const others = (await listMailboxes(workspaceId)).filter((mailbox) => mailbox.id !== id);
  const isLastReal = kind === 'smtp' && !others.some((mailbox) => mailbox.kind === 'smtp');
  const campaigns = await findSendingCampaigns(workspaceId);
  return campaigns.filter(({ mailboxIds }) => {
    if (mailboxIds.length === 0) return isLastReal;
    return mailboxIds.includes(id) && !others.some((mailbox) => mailboxIds.includes(mailbox.id));
  });
}
