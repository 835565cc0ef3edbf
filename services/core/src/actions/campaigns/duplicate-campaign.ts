import { cutText } from '@outbound/node-service/text/cut-text';
import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { withFilesThere } from '../../engine/messages/attached-files.ts';
import { Id, Input, Text } from '../../schema/schema.ts';
import { insertCampaign } from '../../store/campaigns/campaign-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { requireCampaign } from './require-campaign.ts';
import { withIds } from './step-input.ts';

const nameLengthMax = 200;

export const duplicateCampaign = defineWrite({
  name: 'duplicate_campaign',
  title: 'Duplicate a campaign',
  summary: 'Make a new draft with the steps and settings of a campaign.',
  description:
    'Makes a new draft with the steps, window and limits of a campaign in any state, without its contacts and its dates. Returns the new campaign.',
  method: 'post',
  path: '/campaigns/{campaignId}/duplicate',
  scope: 'campaigns:write',
  effect: 'write',
  small: { change: 'campaigns', undo: 'delete_campaign removes the draft.' },
  input: Input({
    campaignId: Id('cmp', 'Campaign to copy.'),
    name: Type.Optional(Text(nameLengthMax, 'Name of the copy; else that of the campaign with "(copy)".')),
  }),
  output: CampaignView,
  statuses: [201],
  errors: ['not_found'],

  async plan({ campaignId, name }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    const { steps, goneCount } = await withFilesThere(ctx.workspaceId, campaign.steps);
    const label = name ?? cutText(`${campaign.name} (copy)`, nameLengthMax);
    return {
      summary: `Would copy ${campaign.name} to ${label}.`,
      effects: [{ op: 'create', type: 'campaign', label, changes: { steps: campaign.steps.length } }],
      skipped: [],
      warnings:
        goneCount > 0 ? [`${counted(goneCount, 'attached file')} deleted meanwhile: the copy goes without.`] : [],
      state: { campaign, steps, label },
    };
  },

  async run(_input, { state: { campaign, steps, label } }, ctx) {
    const copy = await insertCampaign(
      ctx.workspaceId,
      {
        name: label,
        goal: campaign.goal,
        steps: withIds(steps.map((step) => ({ ...step, id: undefined, winnerId: undefined }))),
        mailboxIds: campaign.mailboxIds,
        window: campaign.window,
        dailyCap: campaign.dailyCap,
        newPerDayCap: campaign.newPerDayCap,
        sendsOnHolidays: campaign.sendsOnHolidays ?? false,
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
    await ctx.emit('campaign.created', copy.id, { campaignId: copy.id });
    return { status: 201, data: toCampaignView(copy), summary: `Copied ${campaign.name} to ${copy.name}.` };
  },
});
