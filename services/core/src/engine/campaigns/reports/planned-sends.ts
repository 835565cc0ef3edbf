import { countPlannedByDay } from '../../../store/campaigns/campaign-report-store.ts';
import type { ActionContext } from '../../context/action-context.ts';

/** Queued messages of a campaign by the day they will be sent, in the workspace's time zone. */
export function plannedSends(
  campaignId: string,
  { workspaceId, workspace }: Pick<ActionContext, 'workspaceId' | 'workspace'>,
) {
  return countPlannedByDay(workspaceId, campaignId, workspace.settings.timeZone);
}
