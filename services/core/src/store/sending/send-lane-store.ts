import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';
import { writeMany } from '../documents/insert-documents.ts';

/**
 * Messages of one mailbox that may go out at the same times: one campaign, one zone, one country, first ones or not. What
 * they all wait for (a window, a cap, a holiday) is written here once, and not to each of them.
 */
interface SendLaneDoc {
  _id: string;
  workspaceId: string;
  mailboxId: string;
  /** Null: answers and single messages. */
  campaignId: string | null;
  isFirst: boolean;
  /** Refused for the moment before. */
  isRetry: boolean;
  timeZone: string | null;
  country: string | null;
  /** When one of its messages may go out next, as far as the lane is concerned. */
  nextAt: Date;
  waitReason: string | null;
  /** When it last had its turn. */
  servedAt: Date | null;
  /** Grows when something is queued: a turn that has not seen it leaves the lane alone. */
  wakes: number;
}
export type SendLaneRecord = Omit<SendLaneDoc, '_id'> & { id: string };
export type LaneKey = Pick<
  SendLaneRecord,
  'workspaceId' | 'mailboxId' | 'campaignId' | 'isFirst' | 'isRetry' | 'timeZone' | 'country'
>;

/** Of one mailbox: campaigns under way times zones and countries. */
const lanesMax = 2_000;

const text = { type: String, default: null };
const schema = new StoredSchema<SendLaneDoc>({
  workspaceId: { type: String, required: true },
  mailboxId: { type: String, required: true },
  campaignId: text,
  isFirst: { type: Boolean, required: true },
  isRetry: { type: Boolean, default: false },
  timeZone: text,
  country: text,
  nextAt: { type: Date, required: true },
  waitReason: text,
  servedAt: { type: Date, default: null },
  wakes: { type: Number, required: true },
});
schema.index({ mailboxId: 1, nextAt: 1 });
schema.index({ workspaceId: 1, campaignId: 1 });

const SendLaneModel = defineModel<SendLaneDoc>('SendLane', 'send_lanes', schema);

export function laneIdOf({ mailboxId, campaignId, isFirst, isRetry, timeZone, country }: LaneKey): string {
  const kind = isRetry ? 'retry' : isFirst ? 'first' : 'next';
  return [mailboxId, campaignId ?? 'direct', kind, timeZone ?? '-', country ?? '-'].join('/');
}

/** Something was queued in these lanes, the first of it for `at`. */
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

/** What they wait for may have changed: they are looked at again. Returns the mailboxes that they belong to. */
export async function wakeLanesOf(
  workspaceId: string,
  subject: { campaignId?: string; mailboxId?: string },
  at: Date,
): Promise<string[]> {
  await SendLaneModel.updateMany({ workspaceId, ...subject }, { $min: { nextAt: at }, $inc: { wakes: 1 } });
  return SendLaneModel.distinct('mailboxId', { workspaceId, ...subject });
}

/** The same for every lane of a workspace. */
export async function wakeAllLanes(workspaceId: string, at: Date): Promise<void> {
  await SendLaneModel.updateMany({ workspaceId }, { $min: { nextAt: at }, $inc: { wakes: 1 } });
}

/** The same for every lane, of whichever workspace, that waits for this. */
export async function wakeLanesWaitingFor(
  waitReason: string,
  at: Date,
): Promise<Pick<SendLaneRecord, 'workspaceId' | 'mailboxId'>[]> {
  const waiting = await SendLaneModel.find({ waitReason }, { workspaceId: 1, mailboxId: 1 }).lean<SendLaneDoc[]>();
  await SendLaneModel.updateMany({ waitReason }, { $min: { nextAt: at }, $inc: { wakes: 1 } });
  return waiting;
}

/** All of a mailbox, the ones due first. */
export async function findLanesOfMailbox(mailboxId: string): Promise<SendLaneRecord[]> {
  const found = await SendLaneModel.find({ mailboxId }).sort({ nextAt: 1 }).limit(lanesMax).lean<SendLaneDoc[]>();
  return found.map(toRecord);
}

export async function findLanesOfCampaign(workspaceId: string, campaignId: string): Promise<SendLaneRecord[]> {
  const found = await SendLaneModel.find({ workspaceId, campaignId }).limit(lanesMax).lean<SendLaneDoc[]>();
  return found.map(toRecord);
}

/** A lane after a turn; `nextAt` null: nothing is left in it. */
export interface LaneChange {
  lane: SendLaneRecord;
  nextAt: Date | null;
  waitReason: string | null;
  servedAt: Date | null;
}

/** Writes down how the lanes of a turn stand; one in which something was queued meanwhile is left as it is. */
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
