import { internalKinds } from '../../../domain/messages/message-state.ts';
import { toRecord } from '../../documents/define-model.ts';
import { type MessageDoc, MessageModel } from '../../messages/message-model.ts';
import type { MessageRecord } from '../../messages/message-store.ts';

const pendingMax = 1_000;
const aboutMax = 200;

function waiting(workspaceId: string) {
  return { workspaceId, autopilotAt: { $exists: true }, approvedAt: null, state: 'scheduled' as const };
}

/** Drafts of autopilot that have not left yet. */
export async function findPendingDrafts(workspaceId: string): Promise<MessageRecord[]> {
  const found = await MessageModel.find(waiting(workspaceId)).limit(pendingMax).lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Autopilot was switched off: its drafts that have not left wait for a person. Returns how many. */
export async function holdPendingDrafts(workspaceId: string, now: Date): Promise<number> {
  const { modifiedCount } = await MessageModel.updateMany(waiting(workspaceId), {
    $set: { state: 'awaiting_approval', laneId: null, updatedAt: now },
    $inc: { version: 1, fence: 1 },
  });
  return modifiedCount;
}

/** The person has written again: a draft for what they wrote before does not leave. */
export async function cancelPendingDraftsTo(workspaceId: string, to: string, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { ...waiting(workspaceId), to },
    { $set: { state: 'cancelled', updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
}

/** Remembers the day that a draft was counted in: it is not counted twice when it has to wait. */
export async function noteCountedOn(workspaceId: string, messageId: string, autopilotDay: string): Promise<void> {
  await MessageModel.updateOne({ workspaceId, _id: messageId }, { $set: { autopilotDay } });
}

/** What was written to this address, or waits to be, newest first. */
export async function findMessagesTo(workspaceId: string, to: string): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, to, kind: { $nin: [...internalKinds] } })
    .sort({ _id: -1 })
    .limit(aboutMax)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}
