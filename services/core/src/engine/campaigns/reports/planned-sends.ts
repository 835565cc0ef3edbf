import { findCampaign } from '../../../store/campaigns/campaign-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { type CampaignFigures, readFigures } from './campaign-figures.ts';

/** Queued messages of a campaign by the day they will be sent, in the workspace's time zone. */
export async function plannedSends(
  { id, settings }: Pick<WorkspaceRecord, 'id' | 'settings'>,
  campaignId: string,
): Promise<CampaignFigures['planned']> {
  const campaign = await findCampaign(id, campaignId);
  return campaign === null ? [] : (await readFigures(campaign, settings.timeZone)).planned;
}
