import { getOutboundReport } from '../../actions/campaigns/reports/get-outbound-report.ts';
import { getBalance } from '../../actions/credits/get-balance.ts';
import { dailyFigures } from '../../engine/campaigns/reports/daily-figures.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { outboundCharts } from '../charts/outbound-charts.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';
import { recentActivity } from './activity.ts';
import { progressOf } from './first-steps.ts';
import { waitingForPerson } from './waiting-for-person.ts';

/** The reports page has the other charts. */
const chartsShown = 2;

/** Pending work, next steps, and the last 30 days. */
export function homePages(router: WebRouter, deps: WebDeps): void {
  router.get('/app', requireMember, async (ctx) => {
    const { workspace } = memberIn(ctx);
    const { byDay, period } = await readAction(ctx, deps, getOutboundReport, {});
    const days = byDay.map(({ day }) => day);
    await renderPage(ctx, 'home', {
      waiting: await waitingForPerson(workspace, deps.now()),
      progress: await progressOf(ctx, deps),
      charts: outboundCharts(byDay, await dailyFigures(workspace.id, days, period.timeZone, deps.now())).slice(
        0,
        chartsShown,
      ),
      baseUrl: deps.config.baseUrl,
      balance: (await readAction(ctx, deps, getBalance, {})).balance,
      activity: await recentActivity(ctx, deps),
    });
  });
}
