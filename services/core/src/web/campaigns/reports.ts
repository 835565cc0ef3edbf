import { getOutboundReport } from '../../actions/campaigns/reports/get-outbound-report.ts';
import { shifted } from '../../actions/campaigns/reports/report-period.ts';
import { localDay } from '../../domain/sending/send-window.ts';
import { dailyFigures } from '../../engine/campaigns/reports/daily-figures.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { outboundCharts } from '../charts/outbound-charts.ts';
import { actionHref } from '../do/action-link.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { figuresOf, rateText } from './report-figures.ts';

const periods: Record<string, { text: string; days: number }> = {
  '7': { text: 'Last 7 days', days: 7 },
  '30': { text: 'Last 30 days', days: 30 },
  '90': { text: 'Last 90 days', days: 90 },
  '365': { text: 'Last 365 days', days: 365 },
};
const comparisons: Record<string, { text: string; backDays: (days: number) => number }> = {
  previous: { text: 'vs previous', backDays: (days) => days },
  year: { text: 'vs last year', backDays: () => 365 },
};
const noComparison = { text: 'No comparison', backDays: null };

/** Results of all campaigns in a period, compared with another one. */
export function reportPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/reports', requireMember, (ctx) => show(ctx, deps));
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const key = Object.keys(periods).find((one) => one === ctx.query.period) ?? '30';
  const compared = ctx.query.compare === 'none' ? 'none' : ctx.query.compare === 'year' ? 'year' : 'previous';
  const { days } = periods[key]!;
  const { backDays } = comparisons[compared] ?? noComparison;
  const { timeZone } = workspace.settings;
  const to = localDay(deps.now(), timeZone);
  const now = await readAction(ctx, deps, getOutboundReport, daysUntil(to, days));
  const before =
    backDays === null
      ? null
      : await readAction(ctx, deps, getOutboundReport, daysUntil(shifted(to, -backDays(days)), days));
  const byDay = now.byDay.map(({ day }) => day);
  await renderPage(ctx, 'reports', {
    ...choicesOf(key, compared),
    figures: figuresOf(now.totals, before?.totals ?? null),
    charts: outboundCharts(now.byDay, await dailyFigures(workspace.id, byDay, now.period.timeZone, deps.now())),
    campaigns: now.byCampaign.map((row) => ({ ...row, ...ratesIn(row) })),
    mailboxes: now.byMailbox.map((row) => ({ ...row, ...ratesIn(row) })),
    exportHref: actionHref('get_outbound_report', daysUntil(to, days), '/app/reports'),
  });
}

function daysUntil(to: string, days: number): { from: string; to: string } {
  return { from: shifted(to, 1 - days), to };
}

function ratesIn({
  sent,
  replied,
  interested,
  bounced,
}: Record<'sent' | 'replied' | 'interested' | 'bounced', number>) {
  return {
    replyRate: rateText(replied, sent),
    interestedRate: rateText(interested, sent),
    bounceRate: rateText(bounced, sent),
  };
}

/** Links of the two menus. */
function choicesOf(period: string, compared: string) {
  const hrefOf = (days: string, compare: string) => `/app/reports?period=${days}&compare=${compare}`;
  return {
    period: periods[period]!.text,
    periods: Object.entries(periods).map(([days, { text }]) => {
      return { text, href: hrefOf(days, compared), isHere: days === period };
    }),
    comparison: (comparisons[compared] ?? noComparison).text,
    comparisons: Object.entries({ ...comparisons, none: noComparison }).map(([name, { text }]) => {
      return { text, href: hrefOf(period, name), isHere: name === compared };
    }),
  };
}
