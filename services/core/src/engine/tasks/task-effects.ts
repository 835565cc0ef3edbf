import { countOpenTasks, countOpenTasksOfCampaign } from '../../store/tasks/close-tasks.ts';
import { countedEffects, type PlannedEffect } from '../context/plan.ts';

/** The tasks that nobody has to do any more when these sequences end, for a plan. */
export async function endedTaskEffects(workspaceId: string, enrollmentIds: string[]): Promise<PlannedEffect[]> {
  if (enrollmentIds.length === 0) return [];
  return countedEffects('cancel', 'task', await countOpenTasks(workspaceId, enrollmentIds));
}

/** The same for all sequences of a campaign. */
export async function endedCampaignTaskEffects(workspaceId: string, campaignId: string): Promise<PlannedEffect[]> {
  return countedEffects('cancel', 'task', await countOpenTasksOfCampaign(workspaceId, campaignId));
}
