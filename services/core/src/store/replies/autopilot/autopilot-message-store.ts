import { internalKinds } from '../../../domain/messages/message-state.ts';
import { toRecord } from '../../documents/define-model.ts';
import { type MessageDoc, MessageModel } from '../../messages/message-model.ts';
import type { MessageRecord } from '../../messages/message-store.ts';

const pendingMax = 1_000;
const aboutMax = 200;

function waiting(workspaceId: string) {
  return { workspaceId, autopilotAt: { $exists: true }, approvedAt: null, state: 'scheduled' as const };
}

/** Autopilot drafts that are not sent yet. */
export async function findPendingDrafts(workspaceId: string): Promise<MessageRecord[]> {
  const found = await MessageModel.find(waiting(workspaceId)).limit(pendingMax).lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Handles autopilot being switched off: its unsent drafts need a person's approval. Returns their number. */
export async function holdPendingDrafts(workspaceId: string, now: Date): Promise<number> {
  const { modifiedCount } = await MessageModel.updateMany(waiting(workspaceId), {
    $set: { state: 'awaiting_approval', laneId: null, updatedAt: now },
    $inc: { version: 1, fence: 1 },
  });
  return modifiedCount;
}

/** The person emailed again, so a draft in response to the earlier reply is not sent. */
export async function cancelPendingDraftsTo(workspaceId: string, to: string, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { ...waiting(workspaceId), to },
    { $set: { state: 'cancelled', updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
}

/** Records the day in which a draft was counted, so that a delay does not count it twice. */
export async function noteCountedOn(workspaceId: string, messageId: string, autopilotDay: string): Promise<void> {
  await MessageModel.updateOne({ workspaceId, _id: messageId }, { $set: { autopilotDay } });
}

/** Messages sent to this address or queued for it, newest first. */
export async function findMessagesTo(workspaceId: string, to: string): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, to, kind: { $nin: [...internalKinds] } })
    .sort({ _id: -1 })
    .limit(aboutMax)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}
