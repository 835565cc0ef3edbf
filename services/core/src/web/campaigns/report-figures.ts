import type { getOutboundReport } from '../../actions/campaigns/reports/get-outbound-report.ts';

type Report = Awaited<ReturnType<typeof getOutboundReport.run>>['data'];
export type Totals = Report['totals'];
type Metric = keyof Totals;

/** A number of a period, with its rate and its change against another period. */
export interface Figure {
  text: string;
  value: number;
  /** Share of what it counts, such as 15%. Null without a base. */
  rate: string | null;
  /** Base of the rate, for the tooltip: "61 of 412". */
  basis: string | null;
  change: { text: string; direction: 'up' | 'down'; isGood: boolean } | null;
  /** The people or messages behind it. */
  href: string;
}

interface Kind {
  text: string;
  metric: Metric;
  /** Metric that the rate is of. */
  of?: Metric;
  isLessBetter?: true;
  href: string;
}

const kinds: readonly Kind[] = [
  { text: 'Sent', metric: 'sent', href: '/app/messages?state=sent' },
  { text: 'Replied', metric: 'replied', of: 'sent', href: '/app/inbox?view=all' },
  { text: 'Interested', metric: 'interested', of: 'sent', href: '/app/inbox?view=all&class=interested' },
  { text: 'Meetings', metric: 'meetings', href: '/app/inbox?view=all&class=meeting_request' },
  { text: 'Bounced', metric: 'bounced', of: 'sent', isLessBetter: true, href: '/app/messages?state=bounced' },
  { text: 'Unsubscribed', metric: 'unsubscribed', of: 'sent', isLessBetter: true, href: '/app/suppression' },
];

/** One decimal below 10%, none above. Null without a base. */
export function rateText(part: number, base: number): string | null {
  if (base === 0) return null;
  const percent = (100 * Math.min(part, base)) / base;
  return `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`;
}

/** The main numbers of a period. `before`: the period to compare with. */
export function figuresOf(totals: Totals, before: Totals | null): Figure[] {
  return kinds.map(({ text, metric, of, isLessBetter, href }) => {
    const [value, base] = [totals[metric], of === undefined ? 0 : totals[of]];
    return {
      text,
      value,
      rate: of === undefined ? null : rateText(value, base),
      basis: of === undefined || base === 0 ? null : `${value} of ${base} sent`,
      change: before === null ? null : changeOf(totals, before, { metric, of, isLessBetter }),
      href,
    };
  });
}

/** Counts change in percent, rates in points. Null if there is nothing to compare, or no change. */
function changeOf(
  now: Totals,
  before: Totals,
  { metric, of, isLessBetter }: Pick<Kind, 'metric' | 'of' | 'isLessBetter'>,
) {
  const change = of === undefined ? percentChange(now[metric], before[metric]) : pointChange(now, before, metric, of);
  if (change === null || change.by === 0) return null;
  const direction = change.by > 0 ? ('up' as const) : ('down' as const);
  const isGood = change.by > 0 !== (isLessBetter === true);
  return { text: change.text, direction, isGood };
}

function percentChange(value: number, before: number) {
  if (before === 0) return null;
  const by = Math.round((100 * (value - before)) / before);
  return { by, text: `${Math.abs(by)}%` };
}

function pointChange(now: Totals, before: Totals, metric: Metric, of: Metric) {
  if (now[of] === 0 || before[of] === 0) return null;
  const by = Math.round(10 * (100 * (now[metric] / now[of] - before[metric] / before[of]))) / 10;
  return { by, text: `${Math.abs(by)} pt` };
}
