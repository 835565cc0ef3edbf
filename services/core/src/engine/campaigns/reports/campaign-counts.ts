import { countReplied } from '../../../store/campaigns/campaign-report-store.ts';
import { countEnrollmentsByState } from '../../../store/campaigns/enrollment-store.ts';
import { countMessagesByState } from '../../../store/messages/message-store.ts';

export interface CampaignCounts {
  enrolled: number;
  replied: number;
  sent: number;
  waiting: number;
  awaitingApproval: number;
}

/** Outcomes of a campaign's people and messages. */
export async function countsOfCampaign(workspaceId: string, campaignId: string): Promise<CampaignCounts> {
  const enrollments = await countEnrollmentsByState(workspaceId, campaignId);
  const messages = await countMessagesByState(workspaceId, campaignId);
  return {
    enrolled: Object.values(enrollments).reduce((sum, count) => sum + (count ?? 0), 0),
    replied: await countReplied(workspaceId, campaignId),
    sent: messages.sent ?? 0,
    waiting: (messages.scheduled ?? 0) + (messages.approved ?? 0),
    awaitingApproval: messages.awaiting_approval ?? 0,
  };
}
