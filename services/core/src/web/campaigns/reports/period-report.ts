import { getOutboundReport } from '../../../actions/campaigns/reports/get-outbound-report.ts';
import { dayStarts } from '../../../domain/campaigns/outbound-report.ts';
import { memberIn } from '../../chain/load-visitor.ts';
import { dayChart } from '../../charts/day-chart.ts';
import { readAction } from '../../do/perform-action.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';
import type { Period } from './period.ts';
import { type Figure, figureKinds, figuresOf, type Metric } from './report-figures.ts';

/** Charts begin with the first activity, so that a new workspace is not shown as an empty month. */
const daysMin = 7;

type Report = Awaited<ReturnType<typeof getOutboundReport.run>>['data'];

export interface PeriodReport {
  report: Report;
  figures: (Figure & { href: string; isHere: boolean })[];
  chart: ReturnType<typeof dayChart>;
  /** The people or messages behind the number that the chart shows. */
  behind: { text: string; what: string; href: string };
}

/**
 * Numbers of a period with their change, and a chart of the number that `chart` in the address names: of all campaigns,
 * or of one.
 */
export async function periodReport(
  ctx: WebContext,
  deps: WebDeps,
  period: Period,
  { campaignId, isTall }: { campaignId?: string; isTall?: boolean } = {},
): Promise<PeriodReport> {
  const read = ({ from, to }: { from: string; to: string }) =>
    readAction(ctx, deps, getOutboundReport, { from, to, ...(campaignId && { campaignId }) });
  const report = await read(period);
  const before = period.before && (await read(period.before));
  const shown = figureKinds(campaignId);
  const charted =
    shown.find(({ metric }) => metric === ctx.query.chart) ?? shown.find(({ metric }) => metric === 'sent')!;
  const { metric, text, hue } = charted;
  const from = firstShown(report.byDay, before?.byDay);
  const days = report.byDay.slice(from);
  const { timeZone } = memberIn(ctx).workspace.settings;
  const hrefOf = hrefsOf(metric, campaignId);
  return {
    report,
    figures: figuresOf(shown, report.totals, before?.totals ?? null).map((figure) => ({
      ...figure,
      href: period.hrefOf({ chart: figure.metric === 'sent' ? '' : figure.metric }),
      isHere: figure.metric === metric,
    })),
    chart: dayChart({
      days: days.map(({ day }) => day),
      bars: {
        name: text,
        values: days.map((day) => day[metric]),
        hue,
        hrefOf: (day) => hrefOf(boundsOf(day, timeZone), day),
      },
      ...(metric === 'sent' && {
        line: { name: 'Replied', values: days.map(({ replied }) => replied), hue: 'teal' as const },
      }),
      ...(before && { before: before.byDay.slice(from).map((day) => day[metric]) }),
      isTall,
    }),
    behind: { text, what: charted.what, href: hrefOf(boundsOf(report.period.from, timeZone, report.period.to)) },
  };
}

type ByDay = Report['byDay'];

function firstShown(byDay: ByDay, before: ByDay = []): number {
  const firsts = [byDay, before].map((days) =>
    days.findIndex(({ day: _day, sourced: _sourced, ...counts }) => Object.values(counts).some((count) => count > 0)),
  );
  const known = firsts.filter((first) => first >= 0);
  return Math.max(0, Math.min(...known, byDay.length - daysMin));
}

export interface Bounds {
  from: Date;
  before: Date;
}

/** Start of the first day, and end of the last one. */
export function boundsOf(from: string, timeZone: string, to = from): Bounds {
  const starts = dayStarts(from, to, timeZone);
  return { from: starts[0]!, before: starts.at(-1)! };
}

/** Addresses of the records that a number counts, of one day or of a period. */
function hrefsOf(metric: Metric, campaignId?: string): (bounds: Bounds, day?: string) => string {
  if (metric === 'sent') return (bounds) => sentHref(bounds, campaignId);
  if (metric === 'bounced') return (bounds) => messagesHref(['bounced'], 'updatedAt', bounds, campaignId);
  if (metric === 'enrolled') return () => `/app/enrollments?campaignId=${campaignId}`;
  if (metric === 'unsubscribed') return () => '/app/suppression?reason=unsubscribe';
  const ofClass = { replied: '', interested: 'interested', meetings: 'meeting_request' }[metric as 'replied'];
  return (_bounds, day) =>
    `/app/inbox?${new URLSearchParams({
      view: 'all',
      ...(ofClass && { class: ofClass }),
      ...(campaignId && { campaignId }),
      ...(day && { day }),
    })}`;
}

/** Address of a table with these conditions. */
export function tableHref(path: string, and: object[]): string {
  return `${path}?${new URLSearchParams({ where: JSON.stringify({ and }) })}`;
}

/** The messages sent in a period. */
export function sentHref(bounds: Bounds, campaignId?: string): string {
  return messagesHref(['sent', 'bounced'], 'sentAt', bounds, campaignId);
}

function messagesHref(states: string[], at: string, { from, before }: Bounds, campaignId?: string): string {
  return tableHref('/app/messages', [
    { field: 'state', op: 'in', value: states },
    { field: at, op: 'gte', value: from.toISOString() },
    { field: at, op: 'lt', value: before.toISOString() },
    ...(campaignId ? [{ field: 'campaignId', op: 'eq', value: campaignId }] : []),
  ]);
}
