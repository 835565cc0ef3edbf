import { countReplied } from '../../store/campaigns/campaign-report-store.ts';
import { type CampaignRecord, listCampaigns } from '../../store/campaigns/campaign-store.ts';
import { countEnrollmentsByState } from '../../store/campaigns/enrollment-store.ts';
import { countMessagesByState } from '../../store/campaigns/message-store.ts';

export interface CampaignSummary extends CampaignRecord {
  enrolled: number;
  replied: number;
  sent: number;
  waiting: number;
  awaitingApproval: number;
}

/** The newest campaigns with what became of their people and messages; whether there are more. */
export async function newestCampaigns(
  workspaceId: string,
  limit: number,
): Promise<{ campaigns: CampaignSummary[]; hasMore: boolean }> {
  const { items, next } = await listCampaigns(workspaceId, {}, { limit, sort: '-id' });
  const campaigns: CampaignSummary[] = [];
  for (const campaign of items) campaigns.push(await withCounts(campaign));
  return { campaigns, hasMore: next !== null };
}

async function withCounts(campaign: CampaignRecord): Promise<CampaignSummary> {
  const enrollments = await countEnrollmentsByState(campaign.workspaceId, campaign.id);
  const messages = await countMessagesByState(campaign.workspaceId, campaign.id);
  return {
    ...campaign,
    enrolled: Object.values(enrollments).reduce((sum, count) => sum + (count ?? 0), 0),
    replied: await countReplied(campaign.workspaceId, campaign.id),
    sent: messages.sent ?? 0,
    waiting: (messages.scheduled ?? 0) + (messages.approved ?? 0),
    awaitingApproval: messages.awaiting_approval ?? 0,
  };
}
