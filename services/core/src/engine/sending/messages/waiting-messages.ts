import type { WaitingPart } from '../../../domain/campaigns/campaign-sending-status.ts';
import { type QueueSummary, summarizeQueue } from '../../../store/messages/campaign-messages-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { findLanesOfCampaign, type SendLaneRecord } from '../../../store/sending/send-lane-store.ts';
import { findQueues, idleAt, type SendQueueRecord } from '../../../store/sending/send-queue-store.ts';
import { openingHours } from './opening-hours.ts';

/**
 * Reasons that delay the queued messages of a campaign, by the current state of its lanes and mailboxes, with their end
 * times.
 */
export async function waitingMessages(workspaceId: string, campaignId: string, now: Date): Promise<WaitingPart[]> {
  return withLanes(workspaceId, campaignId, await summarizeQueue(workspaceId, campaignId), now);
}

/** Delays of known messages of one campaign. */
export function waitsOf(
  workspaceId: string,
  campaignId: string,
  messages: MessageRecord[],
  now: Date,
): Promise<WaitingPart[]> {
  const queued = messages.filter(({ state }) => state === 'scheduled');
  const rows = queued.map(({ stepIndex, waitReason, laneId, scheduledAt }) => ({
    stepIndex,
    waitReason,
    laneId,
    count: 1,
    nextAt: scheduledAt ?? now,
  }));
  return withLanes(workspaceId, campaignId, rows, now);
}

async function withLanes(
  workspaceId: string,
  campaignId: string,
  rows: QueueSummary[],
  now: Date,
): Promise<WaitingPart[]> {
  const lanes = new Map((await findLanesOfCampaign(workspaceId, campaignId)).map((lane) => [lane.id, lane]));
  const mailboxIds = [...new Set([...lanes.values()].map(({ mailboxId }) => mailboxId))];
  const queues = new Map((await findQueues(workspaceId, mailboxIds)).map((queue) => [queue.id, queue]));
  const opensAt = await openingHours(workspaceId, [...lanes.values()]);
  return rows.map(({ stepIndex, waitReason, laneId, count, nextAt }) => {
    const lane = lanes.get(laneId ?? '');
    const queue = queues.get(lane?.mailboxId ?? '');
    const wait = nextAt > now ? { waitReason, nextAt } : waitOf(lane, queue, now);
    const mayLeaveAt = later(wait.nextAt, probeOf(queue));
    return { stepIndex, count, ...wait, nextAt: lane === undefined ? mayLeaveAt : opensAt(lane, mayLeaveAt) };
  });
}

function later(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one;
}

/** Time of the mailbox's next attempt. Nothing is sent earlier. */
function probeOf(queue: SendQueueRecord | undefined): Date | null {
  if (queue?.waitReason !== 'all_mailboxes_failing' || queue.turnAt >= idleAt) return null;
  return queue.turnAt;
}

/** Reason why a due message is delayed: its lane, otherwise its mailbox, otherwise the gap. */
function waitOf(lane: SendLaneRecord | undefined, queue: SendQueueRecord | undefined, now: Date) {
  if (lane !== undefined && lane.nextAt > now && lane.waitReason !== null) {
    return { waitReason: lane.waitReason, nextAt: lane.nextAt };
  }
  if (queue !== undefined && queue.turnAt > now && queue.waitReason !== null) {
    return { waitReason: queue.waitReason, nextAt: queue.turnAt };
  }
  const slotAt = queue?.slotAt ?? now;
  return { waitReason: slotAt > now ? ('healthy' as const) : null, nextAt: slotAt > now ? slotAt : now };
}
