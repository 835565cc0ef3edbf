import { Type } from 'typebox';
import { campaignStates } from '../../domain/campaigns/campaign-state.ts';
import { counted } from '../../domain/text/counted.ts';
import { Input, OneOf, paging, Text } from '../../schema/schema.ts';
import { listCampaigns as findCampaignPage } from '../../store/campaigns/campaign-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';

export const listCampaigns = defineRead({
  name: 'list_campaigns',
  title: 'List campaigns',
  summary: 'List campaigns, newest first.',
  description:
    'Lists campaigns, newest first. Filter by state (draft, scheduled, running, paused, completed, archived, ' +
    'cancelled) or exact name. q searches names.',
  method: 'get',
  path: '/campaigns',
  scope: 'campaigns:read',
  input: Input({
    state: Type.Optional(OneOf(campaignStates, { description: 'Only campaigns in this state.' })),
    q: Type.Optional(Text(100, 'Searches the name. Ignores case.')),
    name: Type.Optional(Text(200, 'Only the campaigns with exactly this name.')),
    sort: Type.Optional(OneOf(['-id', 'id', 'name'], { description: 'Sort order. -id: newest first.' })),
    ...paging,
  }),
  output: Type.Array(CampaignView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await findCampaignPage(
      ctx.workspaceId,
      { state: input.state, name: input.name, q: input.q },
      request,
    );
    const page = ctx.pager.answer(input, request, found);
    const more = page.nextCursor === null ? '' : ', and more on the next page';
    return {
      data: found.items.map(toCampaignView),
      page,
      summary: `${counted(found.items.length, 'campaign')}${more}.`,
    };
  },
});
