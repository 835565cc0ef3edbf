import { countPlannedByDay } from '../../../store/campaigns/campaign-report-store.ts';
import type { ActionContext } from '../../context/action-context.ts';

/** What is queued of a campaign, by the days on which it goes out, in the zone of the workspace. */
export function plannedSends(
  campaignId: string,
  { workspaceId, workspace }: Pick<ActionContext, 'workspaceId' | 'workspace'>,
) {
  return countPlannedByDay(workspaceId, campaignId, workspace.settings.timeZone);
}
