import { campaignQueries } from '../../store/campaigns/campaign-model.ts';
import { defineQuery, viewQuery } from '../definition/define-query.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';

export const campaignQuery = viewQuery('campaign', CampaignView, ['steps', 'window']);

export const queryCampaigns = defineQuery({
  noun: 'campaign',
  name: 'query_campaigns',
  title: 'Query campaigns',
  summary: 'Find campaigns by any combination of conditions.',
  path: '/campaigns/query',
  scope: 'campaigns:read',
  view: CampaignView,
  queries: campaignQueries,
  defaultSort: '-id',
  ...campaignQuery,
  example: { where: { field: 'name', op: 'contains', value: 'spring' } },

  async toViews(records) {
    return records.map(toCampaignView);
  },
});
