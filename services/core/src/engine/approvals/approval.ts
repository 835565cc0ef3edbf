import { type CampaignRecord, findCampaigns } from '../../store/campaigns/campaign-store.ts';
import { findContacts } from '../../store/contacts/contact-store.ts';
import { listMailboxes } from '../../store/mailboxes/mailbox-store.ts';
import type { MessageChanges, MessageRecord } from '../../store/messages/message-store.ts';
import { messageFrameDigest } from '../campaigns/approved-frame.ts';
import type { ActionContext } from '../context/action-context.ts';

export interface Approval {
  transition: 'schedule' | 'approve';
  changes: MessageChanges;
}

/** Facts that message approvals depend on, read once for all messages. */
export interface ApprovalFacts {
  campaigns: ReadonlyMap<string, CampaignRecord>;
  /** Digest of each campaign message's surroundings (sender, footer, notice), by message ID. */
  frames: ReadonlyMap<string, string>;
}

export async function approvalFacts(messages: MessageRecord[], ctx: ActionContext): Promise<ApprovalFacts> {
  const { workspaceId, workspace } = ctx;
  const found = await findCampaigns(workspaceId, present(messages.map(({ campaignId }) => campaignId)));
  const campaigns = new Map(found.map((campaign) => [campaign.id, campaign]));
  const mailboxes = await listMailboxes(workspaceId, present(messages.map(({ mailboxId }) => mailboxId)));
  const contacts = await findContacts(workspaceId, present(messages.map(({ contactId }) => contactId)));
  const languageOf = new Map(contacts.map(({ id, language }) => [id, language ?? null]));
  const framed = messages.flatMap((message): [string, string][] => {
    const campaign = campaigns.get(message.campaignId ?? '');
    const mailbox = mailboxes.find(({ id }) => id === message.mailboxId);
    if (message.kind !== 'campaign' || campaign === undefined || mailbox === undefined) return [];
    const language = languageOf.get(message.contactId ?? '') ?? null;
    return [[message.id, messageFrameDigest({ message, mailbox, language, hasLink: campaign.unsubscribe }, workspace)]];
  });
  return { campaigns, frames: new Map(framed) };
}

function present(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Changes that approval makes to a message: queues it for its scheduled time, or holds it until its campaign runs. */
export function approvalOf(
  { id, campaignId, scheduledAt }: MessageRecord,
  { campaigns, frames }: ApprovalFacts,
  { actor, now }: ActionContext,
): Approval {
  const at = now();
  const isQueued = campaignId === null || campaigns.get(campaignId)?.state === 'running';
  const approvedFrame = frames.get(id);
  return {
    transition: isQueued ? 'schedule' : 'approve',
    changes: {
      scheduledAt: scheduledAt !== null && scheduledAt > at ? scheduledAt : at,
      approvedAt: at,
      approvedBy: actor.userId ?? actor.id,
      holdReason: null,
      ...(approvedFrame !== undefined && { approvedFrame }),
    },
  };
}
