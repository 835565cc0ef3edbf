import { moveCampaign } from '../../domain/campaigns/campaign-state.ts';
import { pauseCampaignNow } from '../../engine/campaigns/campaign-effects.ts';
import { countedEffects } from '../../engine/context/plan.ts';
import { Id, Input } from '../../schema/schema.ts';
import { countMessagesByState } from '../../store/messages/message-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { changedMeanwhile, requireCampaign } from './require-campaign.ts';

export const pauseCampaign = defineWrite({
  name: 'pause_campaign',
  title: 'Pause a campaign',
  summary: 'Stop sending a campaign until it is resumed.',
  description:
    'Stops a running or scheduled campaign immediately. Only messages already being transmitted are still ' +
    'sent. Queued messages are kept. While it is paused, you can change steps and limits. resume_campaign ' +
    'continues it.',
  method: 'post',
  path: '/campaigns/{campaignId}/pause',
  scope: 'campaigns:write',
  effect: 'write',
  input: Input({ campaignId: Id('cmp', 'Campaign to pause.') }),
  output: CampaignView,
  errors: ['not_found', 'invalid_state'],

  async plan({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    moveCampaign(campaign.state, 'pause');
    const { scheduled = 0 } = await countMessagesByState(ctx.workspaceId, campaignId);
    return {
      summary: `Would pause ${campaign.name}.`,
      effects: [
        { op: 'stop', type: 'campaign', id: campaign.id, label: campaign.name, changes: { state: 'paused' } },
        ...countedEffects('stop', 'message', scheduled, { state: 'approved' }),
      ],
      skipped: [],
      warnings: [],
      state: undefined,
    };
  },

  async run({ campaignId }, _plan, ctx) {
    const paused = await pauseCampaignNow(ctx.workspaceId, campaignId, 'user', ctx.now());
    const campaign = changedMeanwhile(paused, 'campaign');
    return { data: toCampaignView(campaign), summary: `Paused ${campaign.name}.` };
  },
});
