import { cutText } from '@outbound/node-service/text/cut-text';
import { Type } from 'typebox';
import { campaignFields, campaignSettings } from '../../domain/campaigns/campaign-fields.ts';
import { counted } from '../../domain/text/counted.ts';
import { withFilesThere } from '../../engine/messages/attached-files.ts';
import { Id, Input, Text } from '../../schema/schema.ts';
import { type CampaignRecord, insertCampaign } from '../../store/campaigns/campaign-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { requireCampaign } from './require-campaign.ts';
import { withIds } from './step-input.ts';

const nameLengthMax = 200;

export const duplicateCampaign = defineWrite({
  name: 'duplicate_campaign',
  title: 'Duplicate a campaign',
  summary: 'Create a draft with the steps and settings of a campaign.',
  description:
    'Creates a draft with the steps, window, and limits of a campaign in any state, without its contacts and ' +
    'dates. Returns the new campaign.',
  method: 'post',
  path: '/campaigns/{campaignId}/duplicate',
  scope: 'campaigns:write',
  effect: 'write',
  small: { change: 'campaigns', undo: 'delete_campaign removes the draft.' },
  input: Input({
    campaignId: Id('cmp', 'Campaign to copy.'),
    name: Type.Optional(Text(nameLengthMax, 'Name of the copy. Default: the campaign\'s name with "(copy)".')),
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
      warnings: goneCount > 0 ? [`Deleted attachments are not copied: ${counted(goneCount, 'file')}.`] : [],
      state: { campaign, steps, label },
    };
  },

  async run(_input, { state: { campaign, steps, label } }, ctx) {
    const copy = await insertCampaign(
      ctx.workspaceId,
      {
        name: label,
        ...copied(campaign),
        steps: withIds(
          steps.map((step) => ({ ...step, id: undefined, winnerId: undefined, isWrittenPerPerson: undefined })),
        ),
        createdBy: ctx.actor.userId ?? ctx.actor.id,
      },
      ctx.now(),
    );
    await ctx.emit('campaign.created', copy.id, { campaignId: copy.id });
    return { status: 201, data: toCampaignView(copy), summary: `Copied ${campaign.name} to ${copy.name}.` };
  },
});

/** Settings of the campaign, without its dates. */
function copied(campaign: CampaignRecord): Partial<CampaignRecord> {
  const names = campaignSettings.filter((name) => !('isTime' in campaignFields[name]));
  return Object.fromEntries(names.map((name) => [name, campaign[name]]));
}
