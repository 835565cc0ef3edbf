import { checkVersion } from '../../engine/context/check-version.ts';
import { countedEffects } from '../../engine/context/plan.ts';
import { AppError } from '../../errors/errors.ts';
import { Deleted } from '../../schema/record-parts.ts';
import { Id, Input } from '../../schema/schema.ts';
import { deleteCampaign as removeCampaign } from '../../store/campaigns/campaign-store.ts';
import { deleteEnrollmentsOf } from '../../store/campaigns/enrollment-bulk.ts';
import { countEnrollmentsByState } from '../../store/campaigns/enrollment-store.ts';
import { deleteVersionsOf } from '../../store/campaigns/sequence-version-store.ts';
import { deleteTextsOfCampaign } from '../../store/campaigns/step-text-store.ts';
import { deleteFigures } from '../../store/events/changes/figures-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { requireCampaign } from './require-campaign.ts';

export const deleteCampaign = defineWrite({
  name: 'delete_campaign',
  title: 'Delete a campaign',
  summary: 'Delete a draft that was never launched.',
  description:
    'Deletes a campaign that was never launched, with its enrollments. A launched campaign keeps its history: ' +
    'cancel_campaign ends it, and archive_campaign archives it.',
  method: 'delete',
  path: '/campaigns/{campaignId}',
  scope: 'campaigns:write',
  effect: 'destroy',
  input: Input({ campaignId: Id('cmp', 'Campaign to delete.') }),
  output: Deleted,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    checkVersion(ctx, campaign);
    if (campaign.launchedAt !== null) {
      throw new AppError('invalid_state', 'It was launched and keeps its history. Cancel or archive it instead.');
    }
    const enrolled = Object.values(await countEnrollmentsByState(ctx.workspaceId, campaignId));
    const count = enrolled.reduce((sum, one) => sum + one, 0);
    return {
      summary: `Would delete ${campaign.name}.`,
      effects: [
        { op: 'delete', type: 'campaign', id: campaign.id, label: campaign.name },
        ...countedEffects('delete', 'enrollment', count),
      ],
      skipped: [],
      warnings: [],
      state: campaign.name,
    };
  },

  async run({ campaignId }, { state: name }, ctx) {
    await deleteEnrollmentsOf(ctx.workspaceId, campaignId);
    await deleteTextsOfCampaign(ctx.workspaceId, campaignId);
    await deleteFigures(ctx.workspaceId, campaignId);
    await deleteVersionsOf(ctx.workspaceId, campaignId);
    await removeCampaign(ctx.workspaceId, campaignId);
    await ctx.emit('campaign.deleted', campaignId, { campaignId });
    return { data: { id: campaignId, deleted: true }, summary: `Deleted ${name}.` };
  },
});
