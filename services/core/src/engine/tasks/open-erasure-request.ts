import { erasureDeadline } from '../../domain/tasks/erasure-deadline.ts';
import { addEvent } from '../../store/events/event-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';
import { openPrivacyTask } from '../../store/tasks/privacy-task-store.ts';
import type { PlannedEffect } from '../context/plan.ts';

/** Without the name or address of the person, so that erasing them leaves nothing in the task. */
const title = 'Answer a request for erasure';
const instructions =
  'The person asked to erase their data. Read the reply, check who it is from, erase the contact, and confirm it to ' +
  'the person. The deadline is one month after the request arrived (GDPR Art. 12(3)).';

/** Opens a task for the admins, once per reply. Call inside a transaction. */
export async function openErasureRequest(reply: ReplyRecord, now: Date): Promise<void> {
  if (!reply.asksForErasure) return;
  const { workspaceId, id: replyId, contactId, receivedAt } = reply;
  const request = { replyId, contactId, title, instructions, dueAt: erasureDeadline(receivedAt) };
  const taskId = await openPrivacyTask(workspaceId, request, now);
  if (taskId === null) return;
  const about = { campaignId: null, enrollmentId: null, contactId, ownerId: null, type: 'privacy' };
  await addEvent(workspaceId, 'task.created', taskId, { ...about, dueAt: request.dueAt.toISOString() }, now);
}

export function erasureRequestEffects(asksForErasure: boolean | undefined): PlannedEffect[] {
  return asksForErasure ? [{ op: 'create', type: 'task', label: title }] : [];
}
