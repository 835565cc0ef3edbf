import type { getOutboundReport } from '../../../actions/campaigns/reports/get-outbound-report.ts';
import type { Hue } from '../../charts/day-chart.ts';

type Report = Awaited<ReturnType<typeof getOutboundReport.run>>['data'];
export type Totals = Report['totals'];
export type Metric = keyof Totals;

/** A number of a period, with its rate and its change against another period. */
export interface Figure {
  text: string;
  metric: Metric;
  value: number;
  /** Share of what it counts, such as 15%. Null without a base. */
  rate: string | null;
  /** Base of the rate, for the tooltip: "61 of 412". */
  basis: string | null;
  change: { text: string; direction: 'up' | 'down'; isGood: boolean } | null;
}

export interface FigureKind {
  text: string;
  metric: Metric;
  /** Records that it counts. */
  what: string;
  hue: Hue;
  /** Metric that the rate is of. */
  of?: Metric;
  isLessBetter?: true;
}

const kinds: readonly FigureKind[] = [
  { text: 'Enrolled', metric: 'enrolled', what: 'enrollments', hue: 'gray' },
  { text: 'Sent', metric: 'sent', what: 'messages', hue: 'accent' },
  { text: 'Replied', metric: 'replied', what: 'replies', of: 'sent', hue: 'teal' },
  { text: 'Interested', metric: 'interested', what: 'replies', of: 'sent', hue: 'green' },
  { text: 'Meetings', metric: 'meetings', what: 'replies', hue: 'green' },
  { text: 'Bounced', metric: 'bounced', what: 'messages', of: 'sent', isLessBetter: true, hue: 'amber' },
  { text: 'Unsubscribed', metric: 'unsubscribed', what: 'entries', of: 'sent', isLessBetter: true, hue: 'red' },
];

/** Figures of all campaigns, and of one campaign, in their order. */
const ofAll: readonly Metric[] = ['sent', 'replied', 'interested', 'meetings', 'bounced', 'unsubscribed'];
const ofCampaign: readonly Metric[] = ['enrolled', 'sent', 'replied', 'interested', 'meetings', 'bounced'];

export function figureKinds(campaignId?: string): FigureKind[] {
  const metrics = campaignId === undefined ? ofAll : ofCampaign;
  return metrics.map((metric) => kinds.find((kind) => kind.metric === metric)!);
}

/** One decimal below 10%, none above. Null without a base. */
export function rateText(part: number, base: number): string | null {
  if (base === 0) return null;
  const percent = (100 * Math.min(part, base)) / base;
  return `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`;
}

/** The main numbers of a period. `before`: the period to compare with. */
export function figuresOf(shown: readonly FigureKind[], totals: Totals, before: Totals | null): Figure[] {
  return shown.map(({ text, metric, of, isLessBetter }) => {
    const [value, base] = [totals[metric], of === undefined ? 0 : totals[of]];
    return {
      text,
      metric,
      value,
      rate: of === undefined ? null : rateText(value, base),
      basis: of === undefined || base === 0 ? null : `${value} of ${base} sent`,
      change: before === null ? null : changeOf(totals, before, { metric, of, isLessBetter }),
    };
  });
}

/** Counts change in percent, rates in points. Null if there is nothing to compare, or no change. */
function changeOf(
  now: Totals,
  before: Totals,
  { metric, of, isLessBetter }: Pick<FigureKind, 'metric' | 'of' | 'isLessBetter'>,
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
