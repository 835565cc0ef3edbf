import type { TaskState } from '../../domain/tasks/task-state.ts';
import { TaskModel } from './task-store.ts';

export interface OpenTasks {
  count: number;
  nextDueAt: Date | null;
}

export async function summarizeOpenTasks(workspaceId: string, campaignId: string): Promise<OpenTasks> {
  const [row] = await TaskModel.aggregate<OpenTasks>([
    { $match: { workspaceId, campaignId, state: 'open' } },
    { $group: { _id: null, count: { $sum: 1 }, nextDueAt: { $min: '$dueAt' } } },
  ]);
  return { count: row?.count ?? 0, nextDueAt: row?.nextDueAt ?? null };
}

export interface TaskCount {
  stepId: string;
  state: TaskState;
  count: number;
}

export async function countTasksByStep(workspaceId: string, campaignId: string): Promise<TaskCount[]> {
  const rows = await TaskModel.aggregate<{ _id: { stepId: string; state: TaskState }; count: number }>([
    { $match: { workspaceId, campaignId } },
    { $group: { _id: { stepId: '$stepId', state: '$state' }, count: { $sum: 1 } } },
  ]);
  return rows.map(({ _id, count }) => ({ ..._id, count }));
}
