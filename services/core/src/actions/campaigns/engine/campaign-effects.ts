import type { CampaignPauseReason } from '../../../domain/campaigns/campaign-state.ts';
import { holdMessages } from '../../../store/campaigns/campaign-messages-store.ts';
import { type CampaignRecord, transitionCampaign } from '../../../store/campaigns/campaign-store.ts';
import { removeOpenEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { cancelMessagesFor } from '../../../store/campaigns/message-store.ts';
import { addEvent } from '../../../store/requests/event-store.ts';

/** From here on nothing of it goes out: waiting messages are held, and those in a worker's hand are stopped. */
export const pauseCampaignNow = async (
  workspaceId: string,
  campaignId: string,
  pauseReason: CampaignPauseReason,
  now: Date,
  details: Record<string, unknown> = {},
): Promise<CampaignRecord | null> => {
  const paused = await transitionCampaign(workspaceId, campaignId, 'pause', { pauseReason }, now);
  if (paused === null) return null;
  await holdMessages(workspaceId, { campaignId }, now);
  await addEvent(workspaceId, 'campaign.paused', campaignId, { campaignId, pauseReason, ...details }, now);
  return paused;
};

/** The start time of a scheduled campaign has come. */
export const startScheduledCampaign = async ({ workspaceId, id }: CampaignRecord, now: Date): Promise<void> => {
  await transitionCampaign(workspaceId, id, 'start', { isQueueing: true }, now);
};

/** Its last day has passed: what is open ends, what is queued is cancelled. */
export const endCampaign = async (
  { workspaceId, id }: CampaignRecord,
  endReason: string,
  now: Date,
): Promise<CampaignRecord | null> => {
  const completed = await transitionCampaign(workspaceId, id, 'complete', { completedAt: now }, now);
  if (completed === null) return null;
  await cancelMessagesFor(workspaceId, { campaignId: id }, now);
  await removeOpenEnrollments(workspaceId, id, endReason, now);
  await addEvent(workspaceId, 'campaign.completed', id, { campaignId: id, endReason }, now);
  return completed;
};
