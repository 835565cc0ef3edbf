import { findTasksOfEnrollment, insertTasks } from '../../store/tasks/task-store.ts';

/** Adds a contact's task in a campaign. Returns its ID. */
export async function seedTask(
  workspaceId: string,
  about: { contactId: string; campaignId: string; enrollmentId: string },
  now: Date,
): Promise<string> {
  const what = { type: 'call', title: 'Call Ada', instructions: 'Ask about engines.' } as const;
  const step = { stepId: 'stp_seeded', stepIndex: 0 };
  await insertTasks(workspaceId, [{ ...about, ...what, ...step, ownerId: 'usr_seeded', dueAt: now }], now);
  return (await findTasksOfEnrollment(workspaceId, about.enrollmentId))[0]!.id;
}
