import { localDay, startOfNextDay } from '../sending/send-window.ts';

export const reportMetrics = [
  'sourced',
  'enrolled',
  'sent',
  'replied',
  'interested',
  'meetings',
  'bounced',
  'unsubscribed',
] as const;
export type ReportMetric = (typeof reportMetrics)[number];
export type ReportCounts = Record<ReportMetric, number>;

/** A count out of the store: what happened so often, on which day of the period (from 0), for which campaign and mailbox. */
export interface ReportRow {
  metric: ReportMetric;
  dayIndex: number;
  campaignId: string | null;
  mailboxId: string | null;
  count: number;
}

const hourMs = 3_600_000;

/** The starts of all days from one to the other (both YYYY-MM-DD, both inside), and the end of the last, in a zone. */
export function dayStarts(from: string, to: string, timeZone: string): Date[] {
  let before = new Date(Date.parse(`${from}T00:00:00Z`) - 12 * hourMs);
  while (localDay(before, timeZone) >= from) before = new Date(before.getTime() - 12 * hourMs);
  const starts: Date[] = [];
  for (let start = startOfNextDay(before, timeZone); ; start = startOfNextDay(start, timeZone)) {
    starts.push(start);
    if (localDay(start, timeZone) > to) return starts;
  }
}

function noCounts(): ReportCounts {
  return Object.fromEntries(reportMetrics.map((metric) => [metric, 0])) as ReportCounts;
}

/** Sums up rows by the key that each one has; rows without one are left out. */
export function tally(rows: readonly ReportRow[], keyOf: (row: ReportRow) => string | null): Map<string, ReportCounts> {
  const tallies = new Map<string, ReportCounts>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const counts = tallies.get(key) ?? noCounts();
    counts[row.metric] += row.count;
    tallies.set(key, counts);
  }
  return tallies;
}

export function totalsOf(rows: readonly ReportRow[]): ReportCounts {
  return tally(rows, () => 'all').get('all') ?? noCounts();
}

/** Every day of the period with its counts, also those on which nothing happened. */
export function countsByDay(rows: readonly ReportRow[], days: readonly string[]): ({ day: string } & ReportCounts)[] {
  const tallies = tally(rows, ({ dayIndex }) => days[dayIndex] ?? null);
  return days.map((day) => ({ day, ...(tallies.get(day) ?? noCounts()) }));
}
