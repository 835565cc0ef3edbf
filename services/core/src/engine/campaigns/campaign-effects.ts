import type { CampaignPauseReason, CampaignState } from '../../domain/campaigns/campaign-state.ts';
import { type CampaignRecord, transitionCampaign, updateCampaign } from '../../store/campaigns/campaign-store.ts';
import { endedAtOnceMax, removeOpenEnrollments } from '../../store/campaigns/enrollment-bulk.ts';
import { addEvent } from '../../store/events/event-store.ts';
import {
  cancelCampaignMessages,
  holdMessages,
  releaseHeldMessages,
} from '../../store/messages/campaign-messages-store.ts';

/** Stops a campaign immediately: holds queued messages and stops those that a worker has claimed. */
export async function pauseCampaignNow(
  workspaceId: string,
  campaignId: string,
  pauseReason: CampaignPauseReason,
  now: Date,
  details: Record<string, unknown> = {},
): Promise<CampaignRecord | null> {
  const paused = await transitionCampaign(workspaceId, campaignId, 'pause', { pauseReason }, now);
  if (paused === null) return null;
  await holdMessages(workspaceId, { campaignId }, now);
  await addEvent(workspaceId, 'campaign.paused', campaignId, { campaignId, pauseReason, ...details }, now);
  return paused;
}

/** Starts a scheduled campaign at its start time. If it was paused before, releases its held messages. */
export async function startScheduledCampaign({ workspaceId, id }: CampaignRecord, now: Date): Promise<void> {
  const started = await transitionCampaign(workspaceId, id, 'start', { isQueueing: true }, now);
  if (started !== null) await releaseHeldMessages(workspaceId, { campaignId: id }, now);
}

/** Completes a campaign after its last day: ends open enrollments and cancels queued messages. */
export async function endCampaign({ workspaceId, id }: CampaignRecord, now: Date): Promise<CampaignRecord | null> {
  const completed = await transitionCampaign(workspaceId, id, 'complete', { completedAt: now }, now);
  if (completed === null) return null;
  await emptyCampaign(completed, now);
  await addEvent(workspaceId, 'campaign.completed', id, { campaignId: id, endReason: 'end_date' }, now);
  return completed;
}

const endReasons: Partial<Record<CampaignState, string>> = {
  completed: 'end_date',
  cancelled: 'campaign_cancelled',
  archived: 'campaign_archived',
};

/**
 * Cancels queued messages of an ended campaign and ends its open enrollments. For a large campaign, the worker ends the
 * rest.
 */
export async function emptyCampaign(ended: CampaignRecord, now: Date): Promise<void> {
  const { workspaceId, id, state, isEmptying = false } = ended;
  await cancelCampaignMessages(workspaceId, id, now);
  const count = await removeOpenEnrollments(workspaceId, { campaignId: id }, endReasons[state] ?? state, now);
  const hasMore = count === endedAtOnceMax;
  if (hasMore !== isEmptying) await updateCampaign(workspaceId, id, { isEmptying: hasMore }, now);
}
