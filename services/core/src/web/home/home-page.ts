import { listCampaigns } from '../../actions/campaigns/list-campaigns.ts';
import { getBalance } from '../../actions/credits/get-balance.ts';
import { listMailboxes } from '../../actions/mailboxes/list-mailboxes.ts';
import { localHour } from '../../domain/sending/send-window.ts';
import { countsOfCampaigns } from '../../engine/campaigns/reports/campaign-counts.ts';
import { periodIn } from '../campaigns/reports/period.ts';
import { periodReport } from '../campaigns/reports/period-report.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { recentActivity } from './activity.ts';
import { progressOf } from './first-steps.ts';
import { waitingForPerson } from './waiting-for-person.ts';

const runningMax = 5;
const [noon, evening] = [12, 18];

/** Pending work, running campaigns, the last days, and what happened. */
export function homePages(router: WebRouter, deps: WebDeps): void {
  router.get('/app', requireMember, async (ctx) => {
    const { workspace, user } = memberIn(ctx);
    const mailboxes = await readAction(ctx, deps, listMailboxes, {});
    const progress = await progressOf(ctx, deps, mailboxes);
    const failing = mailboxes.filter(({ state }) => state === 'failing').length;
    // The first step asks for everything that is missing.
    const isUntouched = progress?.isNew === true && progress.draft === undefined && !progress.isLaunched;
    const waiting = await waitingForPerson(workspace, failing, deps.now());
    const period = periodIn(ctx, deps, '7');
    await renderPage(ctx, 'home', {
      greeting: greetingAt(localHour(deps.now(), workspace.settings.timeZone), user.name),
      waiting: waiting.filter(({ isUrgent }) => isUrgent || !isUntouched),
      progress,
      menus: period.menus,
      ...(progress?.isNew !== true && (await periodReport(ctx, deps, period))),
      running: await runningCampaigns(ctx, deps),
      baseUrl: deps.config.baseUrl,
      balance: (await readAction(ctx, deps, getBalance, {})).balance,
      activity: await recentActivity(ctx, deps),
    });
  });
}

function greetingAt(hour: number, name: string): string {
  const time = hour < noon ? 'morning' : hour < evening ? 'afternoon' : 'evening';
  return `Good ${time}, ${name.split(' ')[0]}`;
}

async function runningCampaigns(ctx: WebContext, deps: WebDeps) {
  const campaigns = await readAction(ctx, deps, listCampaigns, { state: 'running', limit: runningMax });
  const counts = await countsOfCampaigns(
    memberIn(ctx).workspace,
    campaigns.map(({ id }) => id),
  );
  return campaigns.map(({ id, name, state }) => {
    const own = counts.get(id);
    const isDue = own?.nextDueAt != null && own.nextDueAt <= deps.now();
    return { id, name, state, ...own, isDue };
  });
}
