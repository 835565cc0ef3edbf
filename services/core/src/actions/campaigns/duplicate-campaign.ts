import { Type } from 'typebox';
import { insertCampaign } from '../../store/campaigns/campaign-store.ts';
import { defineWrite } from '../define-action.ts';
import { Id, Input, Text } from '../schema.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { requireCampaign } from './require-campaign.ts';
import { withIds } from './step-input.ts';

const nameLengthMax = 200;

export const duplicateCampaign = defineWrite({
  name: 'duplicate_campaign',
  title: 'Duplicate a campaign',
  summary: 'Make a new draft with the steps and settings of a campaign.',
  description:
    'Makes a new draft with the steps, window and limits of a campaign in any state, without its contacts and its dates. Answers with the new campaign.',
  method: 'post',
  path: '/campaigns/{campaignId}/duplicate',
  scope: 'campaigns:write',
  effect: 'write',
  input: Input({
    campaignId: Id('cmp', 'Campaign to copy.'),
    name: Type.Optional(Text(nameLengthMax, 'Name of the copy; else that of the campaign with "(copy)".')),
  }),
  output: CampaignView,
  statuses: [201],
  errors: ['not_found'],

  async plan({ campaignId, name }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    const label = name ?? `${campaign.name} (copy)`.slice(0, nameLengthMax);
    return {
      summary: `Would copy ${campaign.name} to ${label}.`,
      cost: 0,
      effects: [{ op: 'create', type: 'campaign', label, changes: { steps: campaign.steps.length } }],
      skipped: [],
      warnings: [],
      state: { campaign, label },
    };
  },

  async run(_input, { state: { campaign, label } }, ctx) {
    const copy = await insertCampaign(
      ctx.workspaceId,
      {
        name: label,
        goal: campaign.goal,
        steps: withIds(campaign.steps.map((step) => ({ ...step, id: undefined }))),
        mailboxIds: campaign.mailboxIds,
        window: campaign.window,
        dailyCap: campaign.dailyCap,
        newPerDayCap: campaign.newPerDayCap,
        perCompanyDailyCap: campaign.perCompanyDailyCap,
        stopOnReply: campaign.stopOnReply,
        stopCompanyOnReply: campaign.stopCompanyOnReply,
        onePerCompany: campaign.onePerCompany,
        allowedEmailStatuses: campaign.allowedEmailStatuses,
        unsubscribe: campaign.unsubscribe,
        approval: campaign.approval,
        createdBy: ctx.actor.userId ?? ctx.actor.id,
      },
      ctx.now(),
    );
    return { status: 201, data: toCampaignView(copy), summary: `Copied ${campaign.name} to ${copy.name}.` };
  },
});
