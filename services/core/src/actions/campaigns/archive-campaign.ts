import { moveCampaign } from '../../domain/campaigns/campaign-state.ts';
import { emptyCampaign } from '../../engine/campaigns/campaign-effects.ts';
import { Id, Input } from '../../schema/schema.ts';
import { transitionCampaign } from '../../store/campaigns/campaign-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { changedMeanwhile, requireCampaign } from './require-campaign.ts';

export const archiveCampaign = defineWrite({
  name: 'archive_campaign',
  title: 'Archive a campaign',
  summary: 'Archive a campaign that has ended.',
  description:
    'Archives a draft, completed, or cancelled campaign. Its report and messages remain readable. Contacts ' +
    'enrolled in a draft are removed from it.',
  method: 'post',
  path: '/campaigns/{campaignId}/archive',
  scope: 'campaigns:write',
  effect: 'write',
  input: Input({ campaignId: Id('cmp', 'Campaign to archive.') }),
  output: CampaignView,
  errors: ['not_found', 'invalid_state'],

  async plan({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    moveCampaign(campaign.state, 'archive');
    return {
      summary: `Would archive ${campaign.name}.`,
      effects: [
        { op: 'update', type: 'campaign', id: campaign.id, label: campaign.name, changes: { state: 'archived' } },
      ],
      skipped: [],
      warnings: [],
      state: undefined,
    };
  },

  async run({ campaignId }, _plan, ctx) {
    const archived = await transitionCampaign(ctx.workspaceId, campaignId, 'archive', {}, ctx.now());
    const campaign = changedMeanwhile(archived, 'campaign');
    await emptyCampaign(campaign, ctx.now());
    await ctx.emit('campaign.updated', campaignId, { campaignId, fields: ['state'] });
    return { data: toCampaignView(campaign), summary: `Archived ${campaign.name}.` };
  },
});
