import type { ReportRow } from '../../domain/campaigns/outbound-report.ts';
import type { ReplyClass } from '../../domain/replies/reply-classes.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, number, object, objects, string } from '../documents/paths.ts';

/** Counts of one day in one time zone. */
export interface ReportDay {
  rows: Omit<ReportRow, 'dayIndex'>[];
  /** Replies by class, without unmatched ones. */
  classes: Partial<Record<ReplyClass, number>>;
}

const keptMs = 800 * 86_400_000;

/**
 * Counters of a day. An event of that day increases `version`; the counts are those of `countedVersion`. A day whose
 * versions differ is counted again when someone reads it.
 */
const ReportDayModel = defineModel(
  'ReportDay',
  'report_days',
  stored({
    workspaceId: string,
    timeZone: string,
    startsAt: date,
    endsAt: date,
    version: number,
    countedVersion: number,
    rows: objects<ReportDay['rows'][number]>(),
    classes: object<ReportDay['classes']>(),
    expiresAt: date,
  })
    .index({ workspaceId: 1, endsAt: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
);
type ReportDayDoc = DocOf<typeof ReportDayModel>;

function idOf(workspaceId: string, timeZone: string, startsAt: Date): string {
  return `${workspaceId}/${timeZone}/${startsAt.getTime()}`;
}

/** A day as stored. `counts` is null if something happened on it since. */
interface StoredDay {
  version: number;
  counts: ReportDay | null;
}

/** The stored days that start at these times, in the same order. A day that was never counted has version 0. */
export async function findReportDays(workspaceId: string, timeZone: string, starts: Date[]): Promise<StoredDay[]> {
  const ids = starts.map((start) => idOf(workspaceId, timeZone, start));
  const found = await ReportDayModel.find({ workspaceId, _id: { $in: ids } }).lean<ReportDayDoc[]>();
  const byId = new Map(found.map((day) => [day._id, day]));
  return ids.map((id) => {
    const { version = 0, countedVersion, rows = [], classes = {} } = byId.get(id) ?? {};
    return { version, counts: version === countedVersion ? { rows, classes } : null };
  });
}

/** A day to count. `version`: that of the stored day before it was counted. */
export type DayToCount = Pick<ReportDayDoc, 'workspaceId' | 'timeZone' | 'startsAt' | 'endsAt' | 'version'>;

function filterOf({ workspaceId, timeZone, startsAt }: DayToCount) {
  return { _id: idOf(workspaceId, timeZone, startsAt) };
}

/** Creates these days before they are counted, so that whatever happens meanwhile is noticed. */
export async function startReportDays(days: readonly DayToCount[], now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptMs);
  const uncounted = { version: 0, countedVersion: -1, rows: [], classes: {}, expiresAt };
  await ReportDayModel.bulkWrite(
    days.map((day) => ({
      updateOne: { filter: filterOf(day), update: { $setOnInsert: { ...day, ...uncounted } }, upsert: true },
    })),
  );
}

/** Stores the counts of these days, which `startReportDays` created. */
export async function saveReportDays(days: readonly DayToCount[], counts: readonly ReportDay[]): Promise<void> {
  await ReportDayModel.bulkWrite(
    days.map((day, index) => ({
      updateOne: { filter: filterOf(day), update: { $set: { countedVersion: day.version, ...counts[index] } } },
    })),
  );
}

/** Records that something happened at these times, so that their days are counted again. */
export async function touchReportDays(moments: readonly { workspaceId: string; at: Date }[]): Promise<void> {
  if (moments.length === 0) return;
  await ReportDayModel.bulkWrite(
    moments.map(({ workspaceId, at }) => ({
      updateMany: {
        filter: { workspaceId, endsAt: { $gt: at }, startsAt: { $lte: at } },
        update: { $inc: { version: 1 } },
      },
    })),
  );
}

/** Forgets all counts, which are counted again when someone reads them. Returns the number of days. */
export async function removeReportDays(): Promise<number> {
  return (await ReportDayModel.deleteMany({})).deletedCount;
}
