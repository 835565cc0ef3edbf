import { countOpenTasks, countOpenTasksOfCampaign } from '../../store/tasks/close-tasks.ts';
import { countedEffects, type PlannedEffect } from '../context/plan.ts';

/** Planned effects: tasks that are canceled when these sequences end. */
export async function endedTaskEffects(workspaceId: string, enrollmentIds: string[]): Promise<PlannedEffect[]> {
  if (enrollmentIds.length === 0) return [];
  return countedEffects('cancel', 'task', await countOpenTasks(workspaceId, enrollmentIds));
}

/** Planned effects on tasks when all sequences of a campaign end. */
export async function endedCampaignTaskEffects(workspaceId: string, campaignId: string): Promise<PlannedEffect[]> {
  return countedEffects('cancel', 'task', await countOpenTasksOfCampaign(workspaceId, campaignId));
}
