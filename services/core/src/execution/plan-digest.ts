import type { AnyWriteAction } from '../actions/definition/define-action.ts';
import { digestOf } from '../domain/values/canonical-json.ts';
import type { PricedPlan } from './credits/price.ts';

export const listedEffectsMax = 100;

/** Binds a confirmation to what was shown: all shown parts of the plan, and its input. */
export function planDigest(action: AnyWriteAction, input: unknown, plan: PricedPlan): string {
  const { cost, effects, skipped, preview } = plan;
  return digestOf({ action: action.name, input, cost, effects, skipped, preview }).slice(0, 32);
}

/** `data` of a dry run. Long lists are truncated, with their full counts. */
export function planAnswer(plan: PricedPlan, digest: string) {
  return {
    dryRun: true,
    summary: plan.summary,
    effects: plan.effects.slice(0, listedEffectsMax),
    effectCount: plan.effects.length,
    skipped: plan.skipped.slice(0, listedEffectsMax),
    skippedCount: plan.skipped.length,
    warnings: plan.warnings,
    preview: plan.preview ?? null,
    recipients: plan.recipients ?? 0,
    planDigest: digest,
  };
}
