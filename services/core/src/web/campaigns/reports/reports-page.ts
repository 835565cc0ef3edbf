import { replyClassesIn } from '../../../engine/campaigns/reports/reply-classes-in.ts';
import { memberIn, requireMember } from '../../chain/load-visitor.ts';
import { actionHref } from '../../do/action-link.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { periodIn } from './period.ts';
import { periodReport } from './period-report.ts';
import { rateText } from './report-figures.ts';

/** Results of all campaigns in a period, compared with another one. */
export function reportPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/reports', requireMember, (ctx) => show(ctx, deps));
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const period = periodIn(ctx, deps, '30');
  const { from, to, menus } = period;
  const { report, ...shown } = await periodReport(ctx, deps, period, { isTall: true });
  await renderPage(ctx, 'reports', {
    ...shown,
    menus,
    classes: await replyClassesIn(memberIn(ctx).workspace, { from, to }, deps.now()),
    campaigns: report.byCampaign.map((row) => ({ ...row, ...ratesIn(row) })),
    mailboxes: report.byMailbox.map((row) => ({ ...row, ...ratesIn(row) })),
    exportHref: actionHref('get_outbound_report', { from, to }, '/app/reports'),
  });
}

type Counts = Record<'sent' | 'replied' | 'interested' | 'bounced', number>;

/** Rates of a row of a report, in words. */
export function ratesIn({ sent, replied, interested, bounced }: Counts) {
  return {
    replyRate: rateText(replied, sent),
    interestedRate: rateText(interested, sent),
    bounceRate: rateText(bounced, sent),
  };
}
