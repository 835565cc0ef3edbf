import { listCampaigns } from '../../actions/campaigns/list-campaigns.ts';
import { campaignStates } from '../../domain/campaigns/campaign-state.ts';
import { countsOfCampaign } from '../../engine/campaigns/reports/campaign-counts.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { searchIn } from '../chain/read-query.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { pagedList } from '../records/paged-list.ts';
import { campaignChoices } from './campaign-page.ts';

export function campaignList(router: WebRouter, deps: WebDeps): void {
  router.get('/app/campaigns', requireMember, (ctx) => show(ctx, deps));
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const search = searchIn(ctx);
  const state = campaignStates.find((one) => one === ctx.query.state);
  const filter = { ...(state && { state }), ...(search && { q: search }) };
  const { items, ...pages } = await pagedList(ctx, deps, listCampaigns, filter);
  const campaigns: object[] = [];
  for (const campaign of items) {
    const counts = await countsOfCampaign(memberIn(ctx).workspace.id, campaign.id);
    campaigns.push({ ...campaign, ...counts, choices: campaignChoices(campaign.state) });
  }
  const isFiltered = Object.keys(filter).length > 0;
  await renderPage(ctx, 'campaigns', { campaigns, ...pages, states: campaignStates, state, search, isFiltered });
}
