import { Type } from 'typebox';
import { shortDigest } from '../../domain/campaigns/approved-texts.ts';
import { editableCampaignStates } from '../../domain/campaigns/campaign-state.ts';
import { isTask } from '../../domain/campaigns/sequence-step.ts';
import { bodyLengthMax, subjectLengthMax } from '../../domain/messages/templates/render-template.ts';
import { counted } from '../../domain/text/counted.ts';
import { type JudgedText, judgeTexts, type TextForOne } from '../../engine/campaigns/step-texts.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Id, Input, Named, Nullable, OneOf, Text } from '../../schema/schema.ts';
import { updateCampaign as storeCampaign } from '../../store/campaigns/campaign-store.ts';
import {
  countStepTexts,
  deleteStepTexts,
  stepTextsMax,
  storeStepTexts,
} from '../../store/campaigns/step-text-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { changedMeanwhile, requireCampaign } from './require-campaign.ts';

const textsMax = 500;
const shownMax = 20;

const TextInput = Named(
  'PersonStepText',
  Type.Object(
    {
      contactId: Id('con', 'The person.'),
      subject: Type.Optional(Text(subjectLengthMax, "Subject for this person. Default: the step's own.")),
      body: Nullable(
        Text(bodyLengthMax, 'Text for this person, without placeholders, signature, and footer. null removes it.'),
      ),
    },
    { additionalProperties: false },
  ),
);

const WrittenTexts = Named(
  'WrittenStepTexts',
  Type.Object({
    stepId: Type.String({ description: 'The step.' }),
    writtenCount: Type.Integer({ description: 'Texts that were stored.' }),
    removedCount: Type.Integer({ description: 'Texts that were removed.' }),
    unchangedCount: Type.Integer({ description: 'Texts that were stored before.' }),
    failedCount: Type.Integer({ description: 'Texts that were not stored. Change them and write them again.' }),
    problems: Type.Array(
      Type.Object({
        contactId: Type.String({ description: 'The person.' }),
        outcome: OneOf(['written', 'failed'] as const, { description: 'written: stored all the same.' }),
        reason: Type.String({ description: 'unsupported_claims, placeholder, or not_found.' }),
        message: Type.String({ description: 'Sentence to change, or what else to do.' }),
      }),
      { description: 'Texts that were not stored, and stored ones with claims that no source supports.' },
    ),
  }),
);

export const writeStepTexts = defineWrite({
  name: 'write_step_texts',
  title: 'Write a step for each person',
  summary: 'Store a text of its own for up to 500 people of a campaign step.',
  description:
    'Stores the text of a step for each person, instead of its template: a personal email for everyone. Up to 500 ' +
    'people per call; call it again for more, in any order. Writing a text again replaces it. Everyone without a text ' +
    'gets the template. Every sentence about the person or their company is compared with facts and fields: read ' +
    'them first with list_facts or research_company. Texts of agents with unsupported claims are not stored ' +
    '(claimPolicy). The approval of the launch shows the exact text of each person. The campaign is a draft or paused.',
  method: 'put',
  path: '/campaigns/{campaignId}/steps/{stepId}/texts',
  scope: 'campaigns:write',
  effect: 'write',
  input: Input({
    campaignId: Id('cmp', 'The campaign.'),
    stepId: Id('stp', 'The step.'),
    texts: Type.Array(TextInput, { minItems: 1, maxItems: textsMax, description: 'One text per person.' }),
  }),
  output: WrittenTexts,
  errors: ['not_found', 'invalid_state', 'limit_reached'],

  async plan({ campaignId, stepId, texts }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    const index = campaign.steps.findIndex(({ id }) => id === stepId);
    const step = campaign.steps[index];
    if (step === undefined) throw notFound('step', stepId);
    if (isTask(step)) throw new AppError('invalid_state', `Step ${index + 1} is a task, which has no email.`);
    if (!editableCampaignStates.includes(campaign.state)) {
      throw new AppError(
        'invalid_state',
        `The texts of a ${campaign.state} campaign cannot be changed. Pause it first.`,
        {
          allowedValues: editableCampaignStates,
        },
      );
    }
    requireOnce(texts);
    const judged = await judgeTexts(step, texts, ctx);
    await requireRoom(judged, ctx.workspaceId);
    const { written, removed, failed } = judged;
    const place = `step ${index + 1} of ${campaign.name}`;
    const changes = {
      written: written.length,
      removed: removed.length,
      // An approval or a preview covers exactly these texts.
      digest: shortDigest([written.map(({ contactId, subject, body }) => [contactId, subject, body]), removed]),
    };
    const isChanged = written.length + removed.length > 0;
    return {
      summary: `Would write ${counted(written.length, 'text')} for ${place}.`,
      effects: isChanged ? [{ op: 'update' as const, type: 'campaign', id: campaignId, label: place, changes }] : [],
      skipped: failed.slice(0, shownMax).map(({ contactId, reason }) => ({ id: contactId, label: contactId, reason })),
      warnings: judged.warnings.slice(0, shownMax).map(({ message }) => message),
      isNeverSmall: campaign.state !== 'draft',
      state: { campaign, judged, place },
    };
  },

  async run({ stepId }, { state: { campaign, judged, place } }, ctx) {
    const { written, removed, unchanged, failed, warnings } = judged;
    const { workspaceId, actor, now } = ctx;
    await storeStepTexts(workspaceId, { campaignId: campaign.id, stepId, writtenBy: actor.name }, written, now());
    await deleteStepTexts(workspaceId, stepId, removed);
    if (written.length + removed.length > 0) {
      const { stepsVersion = 0, launchedAt } = campaign;
      const steps = campaign.steps.map((step) => (step.id === stepId ? { ...step, isWrittenPerPerson: true } : step));
      const isFollowed = launchedAt !== null && { stepsVersion: stepsVersion + 1 };
      const updated = await storeCampaign(workspaceId, campaign.id, { steps, ...isFollowed } as object, now());
      changedMeanwhile(updated, 'campaign');
      await ctx.emit('campaign.updated', campaign.id, { campaignId: campaign.id, fields: ['steps'] });
    }
    const problems = [
      ...failed.map((one) => ({ ...one, outcome: 'failed' as const })),
      ...warnings.map((one) => ({ ...one, outcome: 'written' as const })),
    ];
    const data = {
      stepId,
      writtenCount: written.length,
      removedCount: removed.length,
      unchangedCount: unchanged.length,
      failedCount: failed.length,
      problems,
    };
    const lacks = failed.length > 0 ? ` ${counted(failed.length, 'text')} not stored: see problems.` : '';
    return { data, summary: `Wrote ${counted(written.length, 'text')} for ${place}.${lacks}` };
  },
});

function requireOnce(texts: readonly TextForOne[]): void {
  const seen = new Set<string>();
  for (const [index, { contactId }] of texts.entries()) {
    if (seen.has(contactId)) {
      const message = `texts.${index}.contactId: ${contactId} has two texts in this call. Give one.`;
      throw new AppError('validation_failed', message, { field: `texts.${index}.contactId` });
    }
    seen.add(contactId);
  }
}

async function requireRoom({ written }: JudgedText, workspaceId: string): Promise<void> {
  if (written.length === 0 || (await countStepTexts(workspaceId)) + written.length <= stepTextsMax) return;
  const message = `A workspace stores at most ${stepTextsMax} texts for one person each. Remove some, or delete drafts.`;
  throw new AppError('limit_reached', message);
}
