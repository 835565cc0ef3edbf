import type { MessageChanges, MessageRecord } from '../../store/messages/message-store.ts';
import type { ActionContext } from '../context/action-context.ts';

export interface Approval {
  transition: 'schedule' | 'approve';
  changes: MessageChanges;
}

/** What approving does to a message: it is queued for its time; one of a campaign that does not run waits for it. */
export function approvalOf(
  { campaignId, scheduledAt }: MessageRecord,
  runningCampaignIds: ReadonlySet<string>,
  { actor, now }: ActionContext,
): Approval {
  const at = now();
  const isQueued = campaignId === null || runningCampaignIds.has(campaignId);
  return {
    transition: isQueued ? 'schedule' : 'approve',
    changes: {
      scheduledAt: scheduledAt !== null && scheduledAt > at ? scheduledAt : at,
      approvedAt: at,
      approvedBy: actor.userId ?? actor.id,
    },
  };
}
