import type { DailyFigures } from '../../engine/campaigns/reports/daily-figures.ts';
import { type Day, stackedBars } from './stacked-bars.ts';

/** Charts cover at least a week. */
const daysMin = 7;

/** Charts of a report's days: sent messages, replies, problems, and cost. */
export function outboundCharts(allByDay: readonly Day[], figures: readonly DailyFigures[]) {
  const allMeanings = figures.map((figure): Day => ({ ...figure }));
  const from = firstDay([allByDay, allMeanings]);
  const [byDay, meanings] = [allByDay.slice(from), allMeanings.slice(from)];
  return [
    stackedBars('Sent', byDay, [{ name: 'Messages sent', key: 'sent', hue: 'accent' }]),
    stackedBars('Replies', meanings, [
      { name: 'Interested', key: 'interested', hue: 'green' },
      { name: 'Questions and others', key: 'open', hue: 'violet' },
      { name: 'Not interested', key: 'no', hue: 'gray' },
      { name: 'Automatic', key: 'automatic', hue: 'teal' },
    ]),
    stackedBars('Bounces and unsubscribes', byDay, [
      { name: 'Bounced', key: 'bounced', hue: 'amber' },
      { name: 'Unsubscribed', key: 'unsubscribed', hue: 'red' },
    ]),
    stackedBars('Credits', meanings, [{ name: 'Credits spent', key: 'credits', hue: 'gray' }]),
  ];
}

/** Index of the first day with activity, so that a new workspace is not shown as an empty month. */
function firstDay(tables: readonly (readonly Day[])[]): number {
  const firsts = tables.map((days) => days.findIndex(({ day: _day, ...counts }) => Object.values(counts).some(Number)));
  const known = firsts.filter((first) => first >= 0);
  return Math.max(0, Math.min(...known, tables[0]!.length - daysMin));
}
