import { Type } from 'typebox';
import { editableCampaignStates } from '../../domain/campaigns/campaign-state.ts';
import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import { factChanges, shownChanges } from '../../domain/contacts/contact-changes.ts';
import { counted } from '../../domain/text/counted.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input, Text } from '../../schema/schema.ts';
import { type CampaignRecord, updateCampaign as storeCampaign } from '../../store/campaigns/campaign-store.ts';
import { keepVersions } from '../../store/campaigns/sequence-version-store.ts';
import { countMessagesByState } from '../../store/messages/message-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { campaignProperties, checkCampaign, toCampaignFacts } from './campaign-input.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { changedMeanwhile, requireCampaign } from './require-campaign.ts';
import { stepsProperty, withIds } from './step-input.ts';
import { toSteps } from './to-steps.ts';

export const updateCampaign = defineWrite({
  name: 'update_campaign',
  title: 'Change a campaign',
  summary: 'Change the name, steps, window, mailboxes, or limits.',
  description:
    'Changes the given fields and keeps the others. steps replaces the whole sequence (give the IDs of the ' +
    'steps to keep, or omit them to keep steps by position). Only in the states draft and paused, except for ' +
    'name and goal. Edits apply to every unsent message from the next resume_campaign on: changed texts and ' +
    'waits, and added or removed steps. Texts that a person approved individually need approval again. ' +
    'Returns the campaign.',
  method: 'patch',
  path: '/campaigns/{campaignId}',
  scope: 'campaigns:write',
  effect: 'write',
  small: { change: 'campaigns', undo: 'update_campaign with the previous values.' },
  input: Input({
    campaignId: Id('cmp', 'Campaign to change.'),
    name: Type.Optional(Text(200, 'New name.')),
    steps: Type.Optional(stepsProperty),
    ...campaignProperties,
  }),
  output: CampaignView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan(input, ctx) {
    const campaign = await requireCampaign(input.campaignId, ctx);
    checkVersion(ctx, campaign);
    const { campaignId: _campaignId, name, steps: stepInputs, ...rest } = input;
    const facts = toCampaignFacts(rest);
    const steps = stepInputs && (await toSteps(stepInputs, campaign.steps));
    const wanted = { ...(name !== undefined && { name }), ...facts, ...(steps && { steps }) };
    const isDescriptive = Object.keys(wanted).every((field) => field === 'name' || field === 'goal');
    if (!isDescriptive && !editableCampaignStates.includes(campaign.state)) {
      throw new AppError('invalid_state', `A ${campaign.state} campaign cannot be changed. Pause it first.`, {
        allowedValues: editableCampaignStates,
      });
    }
    const { startAt, endAt } = { ...campaign, ...facts };
    await checkCampaign(ctx.workspaceId, { startAt, endAt, mailboxIds: facts.mailboxIds, steps });
    // A campaign stores null for unset values.
    const changes = shownChanges(factChanges(campaign, wanted));
    const isChanged = Object.keys(changes).length > 0;
    const { id, name: label } = campaign;
    const update = plannedUpdate({ type: 'campaign', id, label, before: campaign, changes });
    return {
      summary: isChanged ? `Would change campaign ${label}: ${changesInWords(update)}.` : 'Would change nothing.',
      effects: isChanged ? [update] : [],
      skipped: [],
      warnings: 'steps' in changes ? await queuedWarnings(campaign) : [],
      isNeverSmall: campaign.state !== 'draft',
      state: { campaign, changes, steps: 'steps' in changes ? steps : undefined },
    };
  },

  async run(input, { state }, ctx) {
    const { changes, steps } = state;
    if (Object.keys(changes).length === 0)
      return { data: toCampaignView(state.campaign), summary: 'Nothing to change.' };
    const { stepsVersion = 0, launchedAt } = state.campaign;
    const isFollowed = steps && launchedAt !== null && { stepsVersion: stepsVersion + 1 };
    const stored = { ...changes, ...(steps && (await versioned(state.campaign, withIds(steps), ctx))), ...isFollowed };
    const updated = await storeCampaign(ctx.workspaceId, input.campaignId, stored as object, ctx.now());
    const campaign = changedMeanwhile(updated, 'campaign');
    await ctx.emit('campaign.updated', campaign.id, { campaignId: campaign.id, fields: Object.keys(changes) });
    return { data: toCampaignView(campaign), summary: `Changed campaign ${campaign.name}.` };
  },
});

/** The steps, and the number of their version. */
async function versioned(campaign: CampaignRecord, steps: SequenceStep[], ctx: ActionContext) {
  return { steps, sequenceVersion: await keepVersions(campaign, steps, ctx.now(), ctx.restoredSequence) };
}

async function queuedWarnings({ workspaceId, id, launchedAt }: CampaignRecord): Promise<string[]> {
  const { approved = 0, awaiting_approval: asked = 0 } =
    launchedAt === null ? {} : await countMessagesByState(workspaceId, id);
  return approved + asked === 0
    ? []
    : [`${counted(approved + asked, 'queued message')} will follow the changed steps.`];
}
