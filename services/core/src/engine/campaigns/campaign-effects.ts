import type { CampaignPauseReason, CampaignState } from '../../domain/campaigns/campaign-state.ts';
import { type CampaignRecord, transitionCampaign, updateCampaign } from '../../store/campaigns/campaign-store.ts';
import { endedAtOnceMax, removeOpenEnrollments } from '../../store/campaigns/enrollment-bulk.ts';
import { addEvent } from '../../store/events/event-store.ts';
import {
  cancelCampaignMessages,
  holdMessages,
  releaseHeldMessages,
} from '../../store/messages/campaign-messages-store.ts';

/** From here on nothing of it goes out: waiting messages are held, and those in a worker's hand are stopped. */
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

/** The start time of a scheduled campaign has come. One that was paused on the way has messages from before. */
export async function startScheduledCampaign({ workspaceId, id }: CampaignRecord, now: Date): Promise<void> {
  const started = await transitionCampaign(workspaceId, id, 'start', { isQueueing: true }, now);
  if (started !== null) await releaseHeldMessages(workspaceId, { campaignId: id }, now);
}

/** Its last day has passed: what is open ends, what is queued is cancelled. */
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

/** Cancels what is queued of an ended campaign and ends who is still in it; of a large one the worker ends the rest. */
export async function emptyCampaign(ended: CampaignRecord, now: Date): Promise<void> {
  const { workspaceId, id, state, isEmptying = false } = ended;
  await cancelCampaignMessages(workspaceId, id, now);
  const count = await removeOpenEnrollments(workspaceId, { campaignId: id }, endReasons[state] ?? state, now);
  const hasMore = count === endedAtOnceMax;
  if (hasMore !== isEmptying) await updateCampaign(workspaceId, id, { isEmptying: hasMore }, now);
}
