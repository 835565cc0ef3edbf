import { newId } from '../../domain/values/ids.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { type TaskDoc, TaskModel } from './task-store.ts';

/** Request for the erasure of a person's data. */
export interface ErasureRequest {
  replyId: string;
  /** Null if no contact has the writer's address. */
  contactId: string | null;
  title: string;
  instructions: string;
  dueAt: Date;
}

/** Opens one task per reply. A later match to a contact is added to it. Call inside a transaction. */
export async function openPrivacyTask(workspaceId: string, request: ErasureRequest, now: Date): Promise<string | null> {
  const { replyId, contactId } = request;
  const known = await TaskModel.findOne({ workspaceId, replyId, type: 'privacy' }).lean<TaskDoc>();
  if (known !== null) {
    if (known.contactId === null && contactId !== null)
      await TaskModel.updateOne({ workspaceId, _id: known._id }, { $set: { contactId, updatedAt: now } });
    return null;
  }
  const nothing = { campaignId: null, enrollmentId: null, stepId: null, stepIndex: null, ownerId: null };
  const open = {
    state: 'open' as const,
    skipReason: null,
    isAnnounced: false,
    outcome: null,
    closedAt: null,
    closedBy: null,
  };
  const rest = { _id: newId('tsk'), workspaceId, type: 'privacy' as const, createdAt: now, updatedAt: now };
  const { id } = await createRecord(TaskModel, { ...request, ...nothing, ...open, ...rest });
  return id;
}
