import type { WaitReason } from '../../domain/sending/reasons.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { writeMany } from '../documents/insert-documents.ts';
import { boolean, date, nullable, number, string, stringOf, withDefault } from '../documents/paths.ts';

/**
 * Messages of one mailbox that share their send times: one campaign, one time zone, one country, first messages or
 * follow-ups. Their common wait reason (a window, a cap, a holiday) is stored here once instead of in each message.
 */
type SendLaneDoc = DocOf<typeof SendLaneModel>;
export type SendLaneRecord = RecordOf<SendLaneDoc>;
export type LaneKey = Pick<
  SendLaneRecord,
  'workspaceId' | 'mailboxId' | 'campaignId' | 'isFirst' | 'isRetry' | 'timeZone' | 'country'
>;

/** Lanes of one mailbox: running campaigns times time zones and countries. */
const lanesMax = 2_000;

const schema = stored({
  workspaceId: string,
  mailboxId: string,
  /** Null for responses and single messages. */
  campaignId: nullable(string),
  isFirst: boolean,
  /** True for messages that were temporarily rejected before. */
  isRetry: withDefault(boolean, false),
  timeZone: nullable(string),
  country: nullable(string),
  /** Earliest time of the lane's next message. */
  nextAt: date,
  waitReason: nullable(stringOf<WaitReason>()),
  /** Time of its last turn. */
  servedAt: nullable(date),
  /** Grows when a message is queued. A turn that did not see it leaves the lane unchanged. */
  wakes: number,
});
schema.index({ mailboxId: 1, nextAt: 1 });
schema.index({ workspaceId: 1, campaignId: 1 });

const SendLaneModel = defineModel('SendLane', 'send_lanes', schema);

export function laneIdOf({ mailboxId, campaignId, isFirst, isRetry, timeZone, country }: LaneKey): string {
  const kind = isRetry ? 'retry' : isFirst ? 'first' : 'next';
  return [mailboxId, campaignId ?? 'direct', kind, timeZone ?? '-', country ?? '-'].join('/');
}

/** Messages were queued in these lanes, the first of them for `at`. */
export async function wakeLanes(lanes: (LaneKey & { at: Date })[]): Promise<void> {
  if (lanes.length === 0) return;
  const operations = lanes.map(({ at, ...key }) => ({
    updateOne: {
      filter: { _id: laneIdOf(key) },
      update: { $min: { nextAt: at }, $inc: { wakes: 1 }, $setOnInsert: { ...key, waitReason: null, servedAt: null } },
      upsert: true,
    },
  }));
  await writeMany(SendLaneModel, operations);
}

/** Schedules lanes for a new check, since their wait reason can have changed. Returns their mailboxes. */
export async function wakeLanesOf(
  workspaceId: string,
  subject: { campaignId?: string; mailboxId?: string },
  at: Date,
): Promise<string[]> {
  await SendLaneModel.updateMany({ workspaceId, ...subject }, { $min: { nextAt: at }, $inc: { wakes: 1 } });
  return SendLaneModel.distinct('mailboxId', { workspaceId, ...subject });
}

/** Same for every lane of a workspace. */
export async function wakeAllLanes(workspaceId: string, at: Date): Promise<void> {
  await SendLaneModel.updateMany({ workspaceId }, { $min: { nextAt: at }, $inc: { wakes: 1 } });
}

/** Same for every lane of any workspace with this wait reason. */
export async function wakeLanesWaitingFor(
  waitReason: WaitReason,
  at: Date,
): Promise<Pick<SendLaneRecord, 'workspaceId' | 'mailboxId'>[]> {
  const waiting = await SendLaneModel.find({ waitReason }, { workspaceId: 1, mailboxId: 1 }).lean<SendLaneDoc[]>();
  await SendLaneModel.updateMany({ waitReason }, { $min: { nextAt: at }, $inc: { wakes: 1 } });
  return waiting;
}

/** All lanes of a mailbox, due ones first. */
export async function findLanesOfMailbox(mailboxId: string): Promise<SendLaneRecord[]> {
  const found = await SendLaneModel.find({ mailboxId }).sort({ nextAt: 1 }).limit(lanesMax).lean<SendLaneDoc[]>();
  return found.map(toRecord);
}

export async function findLanesOfCampaign(workspaceId: string, campaignId: string): Promise<SendLaneRecord[]> {
  const found = await SendLaneModel.find({ workspaceId, campaignId }).limit(lanesMax).lean<SendLaneDoc[]>();
  return found.map(toRecord);
}

/** State of a lane after a turn. `nextAt` is null if the lane is empty. */
/** IDs of the mailboxes that have lanes of these campaigns. */
export async function findMailboxesOfCampaigns(workspaceId: string, campaignIds: string[]): Promise<string[]> {
  if (campaignIds.length === 0) return [];
  return SendLaneModel.distinct('mailboxId', { workspaceId, campaignId: { $in: campaignIds } });
}

export interface LaneChange {
  lane: SendLaneRecord;
  nextAt: Date | null;
  waitReason: WaitReason | null;
  servedAt: Date | null;
}

/** Saves the lanes after a turn. A lane that got messages in the meantime stays unchanged. */
export async function saveLanes(changes: LaneChange[]): Promise<void> {
  if (changes.length === 0) return;
  const operations = changes.map(({ lane, nextAt, waitReason, servedAt }) => {
    const filter = { _id: lane.id, wakes: lane.wakes };
    if (nextAt === null) return { deleteOne: { filter } };
    return { updateOne: { filter, update: { $set: { nextAt, waitReason, servedAt } } } };
  });
  await writeMany(SendLaneModel, operations);
}

export async function deleteLanesOfMailbox(workspaceId: string, mailboxId: string): Promise<void> {
  await SendLaneModel.deleteMany({ workspaceId, mailboxId });
}
