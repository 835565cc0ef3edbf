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

/** People ever enrolled. */
export async function countEnrolled(workspaceId: string, campaignId: string): Promise<number> {
  const enrollments = await countEnrollmentsByState(workspaceId, campaignId);
  return Object.values(enrollments).reduce((sum, count) => sum + (count ?? 0), 0);
}

/** Outcomes of a campaign's people and messages. */
export async function countsOfCampaign(workspaceId: string, campaignId: string): Promise<CampaignCounts> {
  const messages = await countMessagesByState(workspaceId, campaignId);
  return {
    enrolled: await countEnrolled(workspaceId, campaignId),
    replied: await countReplied(workspaceId, campaignId),
    sent: messages.sent ?? 0,
    waiting: (messages.scheduled ?? 0) + (messages.approved ?? 0),
    awaitingApproval: messages.awaiting_approval ?? 0,
  };
}
