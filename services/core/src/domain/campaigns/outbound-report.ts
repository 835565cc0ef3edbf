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

/** Count of one metric from the store, by day of the period (starting at 0), campaign, and mailbox. */
export interface ReportRow {
  metric: ReportMetric;
  dayIndex: number;
  campaignId: string | null;
  mailboxId: string | null;
  count: number;
}

const hourMs = 3_600_000;

/** Start times of all days in the range (YYYY-MM-DD, both inclusive) and the end of the last day, in a time zone. */
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

/** Sums rows by key. Rows without a key are skipped. */
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

/** Counts for every day of the period, including days without activity. */
export function countsByDay(rows: readonly ReportRow[], days: readonly string[]): ({ day: string } & ReportCounts)[] {
  const tallies = tally(rows, ({ dayIndex }) => days[dayIndex] ?? null);
  return days.map((day) => ({ day, ...(tallies.get(day) ?? noCounts()) }));
}
