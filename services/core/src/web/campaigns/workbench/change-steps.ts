import type { Static } from 'typebox';
import type { StepView } from '../../../actions/campaigns/campaign-view.ts';
import { getCampaign } from '../../../actions/campaigns/get-campaign.ts';
import type { StepGiven } from '../../../actions/campaigns/step-input.ts';
import { updateCampaign } from '../../../actions/campaigns/update-campaign.ts';
import { AppError } from '../../../errors/errors.ts';
import type { Undo } from '../../chain/flash.ts';
import { performAction, readAction } from '../../do/perform-action.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';

export type Campaign = Awaited<ReturnType<typeof getCampaign.run>>['data'];
export type Step = Campaign['steps'][number];

const triesMax = 3;

export function readCampaign(ctx: WebContext, deps: WebDeps): Promise<Campaign> {
  return readAction(ctx, deps, getCampaign, { campaignId: ctx.params.campaignId! });
}

/** A shown step as the input that stores it unchanged. */
export function stepInputOf(step: Static<typeof StepView>): StepGiven {
  const { id, kind, waitDays, waitHours, waitMinutes, subject, body, condition } = step;
  const common = { id, kind, waitDays, waitHours, waitMinutes, subject, condition, ...(body !== '' && { body }) };
  if (kind === 'task') return { ...common, taskType: step.taskType ?? 'custom', ownerId: step.ownerId };
  const variants = step.variants.map(({ subject: own, body: text, weight }) => ({
    ...(own !== null && { subject: own }),
    body: text,
    weight,
  }));
  const { thread, bodyFormat, attachments, weight, keepsWinner } = step;
  return { ...common, thread, bodyFormat, attachments, variants, weight, keepsWinner };
}

/**
 * Stores the sequence that `change` makes of the present one. If someone else changes the campaign meanwhile, it is
 * called again with theirs. Returns the campaign, and the operation that restores the steps as they were.
 */
export async function changeSteps(
  ctx: WebContext,
  deps: WebDeps,
  change: (steps: StepGiven[]) => StepGiven[],
  restoredSequence?: number,
): Promise<{ campaign: Campaign; undo: Undo }> {
  for (let tries = 1; ; tries += 1) {
    const before = await readCampaign(ctx, deps);
    const { id: campaignId, version: expectedVersion } = before;
    const former = before.steps.map(stepInputOf);
    const steps = change(structuredClone(former));
    try {
      const facts = { expectedVersion, restoredSequence };
      const { data } = await performAction(ctx, deps, updateCampaign, { campaignId, steps }, facts);
      const undone = backAmong(steps, former);
      const version = Number(data.version);
      const undo = { action: 'update_campaign', input: { campaignId, steps: undone }, version };
      return { campaign: await readCampaign(ctx, deps), undo };
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'version_conflict') || tries === triesMax) throw error;
    }
  }
}

/** Former steps as the input that brings them back. Those that were deleted since get new IDs, so none is named. */
export function backAmong(present: readonly StepGiven[], former: readonly StepGiven[]): StepGiven[] {
  return former.map(({ id, ...step }) => (present.some((one) => one.id === id) ? { id, ...step } : step));
}

/** Index of a step that the page named. */
export function indexIn(steps: readonly { id?: string }[], stepId: string): number {
  const index = steps.findIndex(({ id }) => id === stepId);
  if (index === -1) throw new AppError('not_found', 'This step was deleted.');
  return index;
}
