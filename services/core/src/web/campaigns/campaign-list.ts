import { createCampaign } from '../../actions/campaigns/create-campaign.ts';
import { listCampaigns } from '../../actions/campaigns/list-campaigns.ts';
import { updateCampaign } from '../../actions/campaigns/update-campaign.ts';
import { campaignStates } from '../../domain/campaigns/campaign-state.ts';
import { countsOfCampaigns } from '../../engine/campaigns/reports/campaign-counts.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { searchIn } from '../chain/read-query.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { pagedList } from '../records/paged-list.ts';
import { campaignChoices } from './campaign-choices.ts';
import { rateText } from './reports/report-figures.ts';

export function campaignList(router: WebRouter, deps: WebDeps): void {
  router.get('/app/campaigns', requireMember, (ctx) => show(ctx, deps));
  router.post('/app/campaigns', requireRoleAtPage('member'), (ctx) => create(ctx, deps));
  router.post('/app/campaigns/:campaignId/name', requireRoleAtPage('member'), (ctx) => rename(ctx, deps));
}

/** Creates a draft, which opens with its name selected. */
async function create(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { data } = await performAction(ctx, deps, createCampaign, { name: 'New campaign' });
  ctx.redirect(`/app/campaigns/${data.id}/sequence?named=1`);
}

async function rename(ctx: WebContext, deps: WebDeps): Promise<void> {
  const campaignId = ctx.params.campaignId!;
  try {
    await performAction(ctx, deps, updateCampaign, { campaignId, name: fieldIn(ctx, 'name').trim() });
  } catch (error) {
    sayNext(ctx, deps, refusalOf(error).problem ?? '');
  }
  ctx.redirect(`/app/campaigns/${campaignId}`);
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const search = searchIn(ctx);
  const state = campaignStates.find((one) => one === ctx.query.state);
  const filter = { ...(state && { state }), ...(search && { q: search }) };
  const { items, ...pages } = await pagedList(ctx, deps, listCampaigns, filter);
  const counts = await countsOfCampaigns(
    memberIn(ctx).workspace,
    items.map(({ id }) => id),
  );
  const campaigns = items.map((campaign) => {
    const own = counts.get(campaign.id)!;
    return {
      ...campaign,
      ...own,
      contactedRate: rateText(own.contacted, own.enrolled),
      replyRate: rateText(own.replied, own.contacted),
      isDue: own.nextDueAt !== null && own.nextDueAt <= deps.now(),
      choices: campaignChoices(campaign.state),
    };
  });
  const isFiltered = Object.keys(filter).length > 0;
  await renderPage(ctx, 'campaigns', { campaigns, ...pages, states: campaignStates, state, search, isFiltered });
}
