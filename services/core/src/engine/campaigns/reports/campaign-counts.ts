import { findCampaigns } from '../../../store/campaigns/campaign-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { readCampaignFigures } from './campaign-figures.ts';

export interface CampaignCounts {
  enrolled: number;
  replied: number;
  sent: number;
  waiting: number;
  awaitingApproval: number;
}

/** Outcomes of the people and messages of these campaigns, by ID. */
export async function countsOfCampaigns(
  { id, settings }: Pick<WorkspaceRecord, 'id' | 'settings'>,
  campaignIds: string[],
): Promise<Map<string, CampaignCounts>> {
  const campaigns = await findCampaigns(id, campaignIds);
  const figures = await readCampaignFigures(campaigns, settings.timeZone);
  return new Map(
    figures.map(({ report: { funnel }, messageStates }, index) => [
      campaigns[index]!.id,
      {
        enrolled: funnel.enrolled,
        replied: funnel.replied,
        sent: messageStates.sent ?? 0,
        waiting: (messageStates.scheduled ?? 0) + (messageStates.approved ?? 0),
        awaitingApproval: messageStates.awaiting_approval ?? 0,
      },
    ]),
  );
}
