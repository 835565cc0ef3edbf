import { findCampaigns } from '../../../store/campaigns/campaign-store.ts';
import { findNextDue } from '../../../store/messages/due-messages.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { readCampaignFigures } from './campaign-figures.ts';

export interface CampaignCounts {
  enrolled: number;
  contacted: number;
  replied: number;
  interested: number;
  sent: number;
  waiting: number;
  awaitingApproval: number;
  /** Time at which the next message is due. Null if the campaign is not running. */
  nextDueAt: Date | null;
}

/** Outcomes of the people and messages of these campaigns, by ID. */
export async function countsOfCampaigns(
  { id, settings }: Pick<WorkspaceRecord, 'id' | 'settings'>,
  campaignIds: string[],
): Promise<Map<string, CampaignCounts>> {
  const campaigns = await findCampaigns(id, campaignIds);
  const figures = await readCampaignFigures(campaigns, settings.timeZone);
  const times = campaigns.map((campaign) => (campaign.state === 'running' ? findNextDue(id, campaign.id) : null));
  const nextDues = await Promise.all(times);
  return new Map(
    figures.map(({ report: { funnel }, messageStates }, index) => [
      campaigns[index]!.id,
      {
        enrolled: funnel.enrolled,
        contacted: funnel.contacted,
        replied: funnel.replied,
        interested: funnel.interested,
        sent: messageStates.sent ?? 0,
        waiting: (messageStates.scheduled ?? 0) + (messageStates.approved ?? 0),
        awaitingApproval: messageStates.awaiting_approval ?? 0,
        nextDueAt: nextDues[index]!,
      },
    ]),
  );
}
