import { TaskModel } from './task-store.ts';

export function countOpenTasks(workspaceId: string, enrollmentIds: string[]): Promise<number> {
  return TaskModel.countDocuments({ workspaceId, enrollmentId: { $in: enrollmentIds }, state: 'open' });
}

export function countOpenTasksOfCampaign(workspaceId: string, campaignId: string): Promise<number> {
  return TaskModel.countDocuments({ workspaceId, campaignId, state: 'open' });
}

/** Closes the tasks of ended sequences, since no one needs to do them anymore. */
export async function closeTasksOf(workspaceId: string, enrollmentIds: string[], now: Date): Promise<void> {
  if (enrollmentIds.length === 0) return;
  const closed = { state: 'skipped', skipReason: 'sequence_ended', isAnnounced: true, closedAt: now, updatedAt: now };
  await TaskModel.updateMany(
    { workspaceId, enrollmentId: { $in: enrollmentIds }, state: 'open' },
    { $set: closed as object, $inc: { version: 1 } },
  );
}
