import type { ReportRow } from '../../../domain/campaigns/outbound-report.ts';
import type { ReplyClass } from '../../../domain/replies/reply-classes.ts';
import {
  findReportDays,
  type ReportDay,
  saveReportDays,
  startReportDays,
} from '../../../store/campaigns/report-day-store.ts';
import { countOutbound, countReplyClasses } from '../../../store/campaigns/report-store.ts';

/** The days of a period: their starts, and the end of the last one. */
interface Days {
  workspaceId: string;
  timeZone: string;
  starts: Date[];
}

interface DaysCounted {
  rows: ReportRow[];
  /** Replies by class, for each day. */
  classes: Partial<Record<ReplyClass, number>>[];
}

/** Counts of a period, from the counters of its days. Only days on which something happened since are counted. */
export async function readReportDays({ workspaceId, timeZone, starts }: Days, now: Date): Promise<DaysCounted> {
  const found = await findReportDays(workspaceId, timeZone, starts.slice(0, -1));
  const days = found.map(({ counts }) => counts);
  for (const [from, to] of runsOf(days)) {
    const bounds = starts.slice(from, to + 1);
    const uncounted = bounds.slice(1).map((endsAt, index) => {
      return { workspaceId, timeZone, startsAt: bounds[index]!, endsAt, version: found[from + index]!.version };
    });
    // A report must not fail because the store accepts no writes, such as with a full disk.
    const isStarted = await startReportDays(uncounted, now).then(
      () => true,
      () => false,
    );
    const counted = await countDays(workspaceId, bounds);
    days.splice(from, counted.length, ...counted);
    if (isStarted) await saveReportDays(uncounted, counted).catch(() => {});
  }
  return {
    rows: days.flatMap((day, dayIndex) => day!.rows.map((row) => ({ ...row, dayIndex }))),
    classes: days.map((day) => day!.classes),
  };
}

/** Ranges [from, to) of days that are not counted. They are counted together. */
function runsOf(days: readonly (ReportDay | null)[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const [index, day] of days.entries()) {
    const last = runs.at(-1);
    if (day !== null) continue;
    if (last?.[1] === index) last[1] = index + 1;
    else runs.push([index, index + 1]);
  }
  return runs;
}

async function countDays(workspaceId: string, starts: Date[]): Promise<ReportDay[]> {
  const days: ReportDay[] = starts.slice(1).map(() => ({ rows: [], classes: {} }));
  for (const { dayIndex, ...row } of added(await countOutbound(workspaceId, starts))) days[dayIndex]!.rows.push(row);
  for (const { dayIndex, class: name, count } of await countReplyClasses(workspaceId, starts))
    days[dayIndex]!.classes[name] = count;
  return days;
}

/** One row for each metric, day, campaign, and mailbox. */
function added(rows: readonly ReportRow[]): ReportRow[] {
  const byKey = new Map<string, ReportRow>();
  for (const row of rows) {
    const key = `${row.metric} ${row.dayIndex} ${row.campaignId} ${row.mailboxId}`;
    const before = byKey.get(key);
    byKey.set(key, before === undefined ? row : { ...before, count: before.count + row.count });
  }
  return [...byKey.values()];
}
