import { addEvents } from '../../../store/events/event-store.ts';
import { insertTasks, type NewTask } from '../../../store/tasks/task-store.ts';

/** Creates the tasks of sequence steps, with their events. Call inside a transaction. */
export async function createTasks(workspaceId: string, tasks: readonly NewTask[], now: Date): Promise<void> {
  const ids = await insertTasks(workspaceId, tasks, now);
  const events = tasks.map(({ campaignId, enrollmentId, contactId, ownerId, type, dueAt }, index) => ({
    type: 'task.created' as const,
    subjectId: ids[index]!,
    data: { campaignId, enrollmentId, contactId, ownerId, type, dueAt: dueAt.toISOString() },
  }));
  await addEvents(workspaceId, events, now);
}
