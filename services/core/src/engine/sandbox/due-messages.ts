import { isTask } from '../../domain/campaigns/sequence-step.ts';
import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import { findScheduledMessages } from '../../store/messages/due-messages.ts';
import { findMessagesOfEnrollment, type MessageRecord } from '../../store/messages/message-store.ts';

const scheduledMax = 2_000;

/** Messages due by their step's delay alone, even if a window, gap, or limit postponed them. */
export async function findDueMessages(workspaceId: string, now: Date): Promise<MessageRecord[]> {
  const due: MessageRecord[] = [];
  for (const message of await findScheduledMessages(workspaceId, scheduledMax)) {
    const dueAt = await dueAtOf(message);
    if (dueAt <= now) due.push(message);
  }
  return due;
}

/** Time of the next queued message of a workspace. Null if none is queued. */
export async function findNextQueued(workspaceId: string): Promise<Date | null> {
  const [next] = await findScheduledMessages(workspaceId, 1);
  return next === undefined ? null : dueAtOf(next);
}

async function dueAtOf(message: MessageRecord): Promise<Date> {
  const { workspaceId, campaignId, enrollmentId, stepId, scheduledAt, createdAt } = message;
  const planned = scheduledAt ?? createdAt;
  if (campaignId === null || enrollmentId === null) return message.approvedAt ?? planned;
  const campaign = await findCampaign(workspaceId, campaignId);
  const step = campaign?.steps.find(({ id }) => id === stepId);
  if (campaign === null || step === undefined) return planned;
  // After a task, the delay starts when the task is completed, which is when this message was created.
  const isAfterTask = campaign.steps.some((before, index) => isTask(before) && campaign.steps[index + 1] === step);
  const earlier = isAfterTask
    ? []
    : (await findMessagesOfEnrollment(workspaceId, enrollmentId)).filter(({ sentAt }) => sentAt !== null);
  const since = earlier.at(-1)?.sentAt ?? later(createdAt, campaign.startAt);
  const dueAt = new Date(since.getTime() + step.waitMinutes * 60_000);
  return dueAt < planned ? dueAt : planned;
}

function later(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one;
}
