import { newestCampaigns } from '../../engine/reports/campaign-summaries.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { renderPage } from '../render-page.ts';
import type { WebRouter } from '../web-deps.ts';
import { campaignChoices } from './campaign-page.ts';

const shownMax = 50;

export function campaignList(router: WebRouter): void {
  router.get('/app/campaigns', requireMember, async (ctx) => {
    const { campaigns, hasMore } = await newestCampaigns(memberIn(ctx).workspace.id, shownMax);
    const shown = campaigns.map((campaign) => ({ ...campaign, choices: campaignChoices(campaign.state) }));
    await renderPage(ctx, 'campaigns', { campaigns: shown, hasMore, shownMax });
  });
}
