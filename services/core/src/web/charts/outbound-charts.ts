import type { DailyFigures } from '../../engine/campaigns/reports/daily-figures.ts';
import { type Day, stackedBars } from './stacked-bars.ts';

/** A week is shown at least. */
const daysMin = 7;

/** The charts of a report's days: what went out, what came back, what went wrong, what it cost. */
export function outboundCharts(allByDay: readonly Day[], figures: readonly DailyFigures[]) {
  const allMeanings = figures.map((figure): Day => ({ ...figure }));
  const from = firstDay([allByDay, allMeanings]);
  const [byDay, meanings] = [allByDay.slice(from), allMeanings.slice(from)];
  return [
    stackedBars('Sent', byDay, [{ name: 'Messages sent', key: 'sent' }]),
    stackedBars('Replies', meanings, [
      { name: 'Interested', key: 'interested' },
      { name: 'Questions and others', key: 'open' },
      { name: 'No', key: 'no' },
      { name: 'Automatic', key: 'automatic' },
    ]),
    stackedBars('Bounces and unsubscribes', byDay, [
      { name: 'Bounced', key: 'bounced' },
      { name: 'Unsubscribed', key: 'unsubscribed' },
    ]),
    stackedBars('Credits', meanings, [{ name: 'Credits spent', key: 'credits' }]),
  ];
}

/** Where something has happened first: a young workspace is not shown as a month of nothing. */
function firstDay(tables: readonly (readonly Day[])[]): number {
  const firsts = tables.map((days) => days.findIndex(({ day: _day, ...counts }) => Object.values(counts).some(Number)));
  const known = firsts.filter((first) => first >= 0);
  return Math.max(0, Math.min(...known, tables[0]!.length - daysMin));
}
