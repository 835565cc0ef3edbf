import { moveCampaign } from '../../domain/campaigns/campaign-state.ts';
import { messageTransitions } from '../../domain/messages/message-state.ts';
import { counted } from '../../domain/text/counted.ts';
import { emptyCampaign } from '../../engine/campaigns/campaign-effects.ts';
import { countedEffects } from '../../engine/context/plan.ts';
import { endedCampaignTaskEffects } from '../../engine/tasks/task-effects.ts';
import { Id, Input } from '../../schema/schema.ts';
import { transitionCampaign } from '../../store/campaigns/campaign-store.ts';
import { countEnrollmentsByState } from '../../store/campaigns/enrollment-store.ts';
import { countMessagesByState } from '../../store/messages/message-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { changedMeanwhile, requireCampaign } from './require-campaign.ts';

export const cancelCampaign = defineWrite({
  name: 'cancel_campaign',
  title: 'Cancel a campaign',
  summary: 'End a campaign permanently.',
  description:
    'Ends a campaign permanently: queued messages are cancelled, and all open enrollments end. It cannot be ' +
    'resumed. duplicate_campaign creates a new draft from it. To stop temporarily, use pause_campaign.',
  method: 'post',
  path: '/campaigns/{campaignId}/cancel',
  scope: 'campaigns:write',
  effect: 'destroy',
  input: Input({ campaignId: Id('cmp', 'Campaign to cancel.') }),
  output: CampaignView,
  errors: ['not_found', 'invalid_state'],

  async plan({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    moveCampaign(campaign.state, 'cancel');
    const { pending = 0, active = 0, paused = 0 } = await countEnrollmentsByState(ctx.workspaceId, campaignId);
    const endedEnrollments = pending + active + paused;
    const byState = await countMessagesByState(ctx.workspaceId, campaignId);
    const waiting = messageTransitions.cancel.from.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
    return {
      summary: `Would cancel ${campaign.name} and end ${counted(endedEnrollments, 'enrollment')}.`,
      effects: [
        { op: 'cancel', type: 'campaign', id: campaign.id, label: campaign.name, changes: { endedEnrollments } },
        ...countedEffects('stop', 'enrollment', endedEnrollments, { state: 'removed' }),
        ...countedEffects('cancel', 'message', waiting),
        ...(await endedCampaignTaskEffects(ctx.workspaceId, campaignId)),
      ],
      skipped: [],
      warnings: ['A cancelled campaign cannot be resumed.'],
      state: undefined,
    };
  },

  async run({ campaignId }, _plan, ctx) {
    const now = ctx.now();
    const cancelled = await transitionCampaign(ctx.workspaceId, campaignId, 'cancel', { completedAt: now }, now);
    const campaign = changedMeanwhile(cancelled, 'campaign');
    await emptyCampaign(campaign, now);
    await ctx.emit('campaign.cancelled', campaignId, { campaignId });
    return { data: toCampaignView(campaign), summary: `Cancelled ${campaign.name}.` };
  },
});
