import type { QueryFilter } from 'mongoose';
import { newId } from '../../../domain/values/ids.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../../documents/define-model.ts';
import { insertMissing } from '../../documents/insert-documents.ts';
import { date, number, optional, string, stringOf, withDefault } from '../../documents/paths.ts';
import { inTransaction } from '../../documents/transaction.ts';

const keptSeconds = 30 * 24 * 60 * 60;
const perMailMax = 200;

/** Pending notification for a person in a workspace. Its content is read when it is sent. */
export type NotificationDoc = DocOf<typeof NotificationModel>;
export type NotificationRecord = RecordOf<NotificationDoc>;

const NotificationModel = defineModel(
  'Notification',
  'notifications',
  stored({
    workspaceId: string,
    userId: string,
    topic: string,
    /** Source event. For several events on one topic, the first. */
    eventId: string,
    /** settled: nothing was left to report. unmailed: this person opted out of mail. */
    state: stringOf<'waiting' | 'leaving' | 'mailed' | 'settled' | 'unmailed' | 'failed'>(),
    /** Present only while a mail is due. Holds the send time, and the retry time after a claim. */
    dueAt: optional(date),
    /** ID of the mail, the same on each attempt, so that a repeated mail is recognized. */
    mailId: optional(string),
    attempt: withDefault(number, 0),
    createdAt: date,
  })
    .index({ userId: 1, eventId: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, userId: 1, _id: 1 })
    .index({ mailId: 1 }, { partialFilterExpression: { mailId: { $exists: true } } })
    .index({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export type NewNotification = Pick<NotificationDoc, 'workspaceId' | 'userId' | 'topic' | 'eventId' | 'dueAt'>;

/** Adds each notification once per person and event, however often it is called. */
export async function addNotifications(notifications: NewNotification[], now: Date): Promise<void> {
  if (notifications.length === 0) return;
  const operations = notifications.map(({ userId, eventId, dueAt, ...rest }) => ({
    updateOne: {
      filter: { userId, eventId },
      update: {
        $setOnInsert: {
          _id: newId('ntf'),
          ...rest,
          attempt: 0,
          createdAt: now,
          ...(dueAt ? { state: 'waiting' as const, dueAt } : { state: 'unmailed' as const }),
        },
      },
      upsert: true,
    },
  }));
  await insertMissing(NotificationModel, operations);
}

/**
 * Claims the next due mail: all pending notifications of one person in one workspace, or the rest of an earlier
 * attempt.
 */
export function claimMail(leaseMs: number, now: Date): Promise<NotificationRecord[]> {
  return inTransaction(async () => {
    const due = await NotificationModel.findOne({ dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .lean<NotificationDoc>();
    if (due === null) return [];
    const { workspaceId, userId, mailId = newId('ntf') } = due;
    const together: QueryFilter<NotificationDoc> = due.mailId
      ? { mailId, state: 'leaving' }
      : { workspaceId, userId, state: 'waiting' };
    const found = await NotificationModel.find(together).sort({ _id: 1 }).limit(perMailMax).lean<NotificationDoc[]>();
    await NotificationModel.updateMany(
      { _id: { $in: found.map(({ _id }) => _id) } },
      { $set: { state: 'leaving', mailId, dueAt: new Date(now.getTime() + leaseMs) }, $inc: { attempt: 1 } },
    );
    return found.map((doc) => toRecord({ ...doc, mailId, attempt: doc.attempt + 1 }));
  });
}

export async function endMail(mailId: string, state: 'mailed' | 'settled' | 'failed'): Promise<void> {
  await NotificationModel.updateMany({ mailId, state: 'leaving' }, { $set: { state }, $unset: { dueAt: 1 } });
}

export async function repeatMail(mailId: string, dueAt: Date): Promise<void> {
  await NotificationModel.updateMany({ mailId, state: 'leaving' }, { $set: { dueAt } });
}

/** Applies a person's new preference to pending notifications: send immediately, or not at all. */
export async function applyMailTime(userId: string, wish: 'at_once' | 'never', now: Date): Promise<void> {
  const waiting = { userId, state: 'waiting' } as const;
  if (wish === 'at_once') await NotificationModel.updateMany(waiting, { $set: { dueAt: now } });
  else await NotificationModel.updateMany(waiting, { $set: { state: 'unmailed' }, $unset: { dueAt: 1 } });
}

/** Notifications of one person in one workspace, oldest first. */
export async function listNotifications(
  workspaceId: string,
  userId: string,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<NotificationRecord[]> {
  const found = await NotificationModel.find({ workspaceId, userId, _id: { $gt: afterId } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<NotificationDoc[]>();
  return found.map(toRecord);
}

/** Newest notification of the workspace, or of one person in it. Empty without any. */
export async function newestNotification(workspaceId: string, userId?: string): Promise<string> {
  const newest = await NotificationModel.findOne({ workspaceId, ...(userId && { userId }) }, { _id: 1 })
    .sort({ _id: -1 })
    .lean();
  return newest?._id ?? '';
}
