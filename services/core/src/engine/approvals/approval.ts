import type { Manifest } from '../../domain/approvals/manifest.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import type { MessageChanges, MessageRecord } from '../../store/messages/message-store.ts';
import type { QueuedText } from '../campaigns/render-queued.ts';
import type { ActionContext } from '../context/action-context.ts';
import { messagesManifest } from './manifest/message-manifest.ts';

export interface Approval {
  transition: 'schedule' | 'approve';
  changes: MessageChanges;
}

/** Facts that message approvals depend on, read once for all messages. */
export interface ApprovalFacts {
  manifest: Manifest;
  campaigns: ReadonlyMap<string, CampaignRecord>;
  /** Text of each campaign message as it would be sent now, by message ID. */
  current: ReadonlyMap<string, QueuedText>;
}

export function approvalFacts(action: string, messages: MessageRecord[], ctx: ActionContext): Promise<ApprovalFacts> {
  return messagesManifest(action, messages, { workspace: ctx.workspace, now: ctx.now() });
}

/** A message as the approval shows and sends it: with the current values of its recipient. */
export function asApproved<M extends MessageRecord>(message: M, { current }: ApprovalFacts): M & QueuedText {
  return { ...message, ...current.get(message.id) };
}

/** Changes that approval makes to a message: queues it for its scheduled time, or holds it until its campaign runs. */
export function approvalOf(
  { id, campaignId, scheduledAt }: MessageRecord,
  { campaigns, current }: ApprovalFacts,
  { actor, now }: ActionContext,
): Approval {
  const at = now();
  const isQueued = campaignId === null || campaigns.get(campaignId)?.state === 'running';
  return {
    transition: isQueued ? 'schedule' : 'approve',
    changes: {
      ...current.get(id),
      scheduledAt: scheduledAt !== null && scheduledAt > at ? scheduledAt : at,
      approvedAt: at,
      approvedBy: actor.userId ?? actor.id,
      holdReason: null,
      heldApprovalId: null,
    },
  };
}
