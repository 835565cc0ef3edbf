import mongoose from 'mongoose';
import { complainedState } from '../../domain/campaigns/campaign-report.ts';
import { MessageModel } from '../messages/message-model.ts';
import type { ReplyDoc } from '../replies/reply-store.ts';

export interface MessageCount {
  stepId: string | null;
  stepIndex: number | null;
  variantId: string | null;
  state: string;
  /** True if the message was sent. An address can be rejected before that. */
  wasSent: boolean;
  count: number;
}

const plannedRowsMax = 400;

/** Counts the messages of a campaign by step, variant, and state: a few hundred rows at most. */
export async function countMessagesByStep(workspaceId: string, campaignId: string): Promise<MessageCount[]> {
  const rows = await MessageModel.aggregate<{ _id: Omit<MessageCount, 'count'>; count: number }>([
    { $match: { workspaceId, campaignId, kind: 'campaign' } },
    {
      $group: {
        _id: {
          stepId: '$stepId',
          stepIndex: '$stepIndex',
          variantId: '$variantId',
          // A spam report means that the message arrived.
          state: { $cond: [{ $eq: ['$bounceType', 'complaint'] }, complainedState, '$state'] },
          wasSent: { $ne: ['$sentAt', null] },
        },
        count: { $sum: 1 },
      },
    },
  ]);
  return rows.map(({ _id, count }) => ({ ..._id, count }));
}

/** Number of contacts who received at least one message. */
export async function countContacted(workspaceId: string, campaignId: string): Promise<number> {
  const [row] = await MessageModel.aggregate<{ count: number }>([
    { $match: { workspaceId, campaignId, kind: 'campaign', sentAt: { $ne: null } } },
    { $group: { _id: '$contactId' } },
    { $count: 'count' },
  ]);
  return row?.count ?? 0;
}

/** Number of contacts who received the GDPR Art. 14 notice with a campaign message that did not bounce. */
export async function countInformed(workspaceId: string, campaignId: string): Promise<number> {
  const [row] = await MessageModel.aggregate<{ count: number }>([
    {
      $match: {
        workspaceId,
        campaignId,
        kind: 'campaign',
        hasNotice: true,
        sentAt: { $ne: null },
        bounceType: { $nin: ['hard', 'soft'] },
      },
    },
    { $group: { _id: '$contactId' } },
    { $count: 'count' },
  ]);
  return row?.count ?? 0;
}

export interface DayCount {
  day: string;
  count: number;
}

function byDay(field: string, timeZone: string) {
  return [
    {
      $group: {
        _id: { $dateToString: { format: '%Y-%m-%d', date: `$${field}`, timezone: timeZone } },
        count: { $sum: 1 },
      },
    },
    { $sort: { _id: 1 as const } },
  ];
}

export async function countSentByDay(workspaceId: string, campaignId: string, timeZone: string): Promise<DayCount[]> {
  const rows = await MessageModel.aggregate<{ _id: string; count: number }>([
    { $match: { workspaceId, campaignId, kind: 'campaign', sentAt: { $ne: null } } },
    ...byDay('sentAt', timeZone),
  ]);
  return rows.map(({ _id, count }) => ({ day: _id, count }));
}

export interface PlannedDay {
  day: string;
  stepIndex: number;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** Number of queued messages of each step per day, with the first and last send time. */
export async function countPlannedByDay(
  workspaceId: string,
  campaignId: string,
  timeZone: string,
): Promise<PlannedDay[]> {
  const day = { $dateToString: { date: '$scheduledAt', format: '%Y-%m-%d', timezone: timeZone } };
  const rows = await MessageModel.aggregate<{ _id: { day: string; stepIndex: number } } & PlannedDay>([
    { $match: { workspaceId, campaignId, kind: 'campaign', state: 'scheduled', scheduledAt: { $ne: null } } },
    {
      $group: {
        _id: { day, stepIndex: '$stepIndex' },
        count: { $sum: 1 },
        firstAt: { $min: '$scheduledAt' },
        lastAt: { $max: '$scheduledAt' },
      },
    },
    { $sort: { _id: 1 } },
    { $limit: plannedRowsMax },
  ]);
  return rows.map(({ _id, count, firstAt, lastAt }) => ({ ..._id, count, firstAt, lastAt }));
}

// Reads the model by name, since reply-store.ts does not export it.
function replies() {
  return mongoose.model<ReplyDoc>('Reply');
}

export interface ReplyCount {
  class: string;
  contactId: string | null;
  messageId: string | null;
  receivedAt: Date;
}

const repliesReadMax = 20_000;

/** Replies with their author, message, class, and time. */
export async function readReplies(workspaceId: string, campaignId: string): Promise<ReplyCount[]> {
  return replies()
    .find({ workspaceId, campaignId })
    .select({ class: 1, contactId: 1, messageId: 1, receivedAt: 1 })
    .limit(repliesReadMax)
    .lean<ReplyCount[]>();
}

/** Step and variant of these messages, by ID. */
export async function findStepsOfMessages(
  workspaceId: string,
  messageIds: string[],
): Promise<Map<string, { stepId: string | null; variantId: string | null }>> {
  const found = await MessageModel.find({ workspaceId, _id: { $in: messageIds } })
    .select({ stepId: 1, variantId: 1 })
    .limit(repliesReadMax)
    .lean();
  return new Map(found.map(({ _id, stepId, variantId }) => [_id, { stepId, variantId }]));
}
