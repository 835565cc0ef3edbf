import { getOutboundReport } from '../../actions/campaigns/reports/get-outbound-report.ts';
import { dailyFigures } from '../../engine/campaigns/reports/daily-figures.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { outboundCharts } from '../charts/outbound-charts.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';
import { shown } from '../shown/shown-value.ts';

/** Shows sent messages and their results: 30 days as charts, then by campaign and mailbox. */
export function reportPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/reports', requireMember, async (ctx) => {
    const { byDay, period, ...report } = await readAction(ctx, deps, getOutboundReport, {});
    const days = byDay.map(({ day }) => day);
    const figures = await dailyFigures(memberIn(ctx).workspace.id, days, period.timeZone);
    await renderPage(ctx, 'reports', {
      charts: outboundCharts(byDay, figures),
      totals: shown(report.totals),
      byCampaign: shown(report.byCampaign),
      byMailbox: shown(report.byMailbox),
    });
  });
}
