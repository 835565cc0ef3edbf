import type { AnyWriteAction } from '../actions/definition/define-action.ts';
import { digestOf } from '../domain/values/canonical-json.ts';
import { type GroupView, groupView } from '../engine/approvals/manifest/group-views.ts';
import type { ActionContext } from '../engine/context/action-context.ts';
import type { PricedPlan } from './credits/price.ts';

export const listedEffectsMax = 100;

/** Binds a confirmation to what was shown: all shown parts of the plan, and its input. */
export function planDigest(action: AnyWriteAction, input: unknown, plan: PricedPlan): string {
  const { cost, effects, skipped, preview, manifest } = plan;
  const sent = manifest?.digest;
  return digestOf({ action: action.name, input, cost, effects, skipped, preview, sent }).slice(0, 32);
}

/** `data` of a dry run. Long lists are truncated, with their full counts. */
export function planAnswer(plan: PricedPlan, digest: string, { config, now }: Pick<ActionContext, 'config' | 'now'>) {
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
    differences: plan.differences ?? [],
    manifest: manifestAnswer(plan, config.baseUrl, now()),
    planDigest: digest,
  };
}

export interface ShownManifest {
  digest: string;
  groups: GroupView[];
}

/** Messages by group. Null if none would be sent. */
function manifestAnswer({ manifest }: PricedPlan, baseUrl: string, now: Date): ShownManifest | null {
  if (manifest === undefined || manifest.people.length === 0) return null;
  const shown = { ...manifest, createdAt: now };
  const groups = manifest.groups.map((group) => {
    const people = manifest.people.filter(
      ({ groupId, contactId }) => groupId === group.id && group.sampleContactIds.includes(contactId ?? ''),
    );
    return groupView(shown, group, people, baseUrl);
  });
  return { digest: manifest.digest, groups };
}
