import { randomBytes, randomUUID } from 'node:crypto';
import type { Action } from '../../core-client/contract.ts';
import type { Cost } from '../../core-client/core-answer.ts';
import { ToolError } from '../../errors.ts';
import { ownerOf } from '../../identity/principal.ts';
import type { NewPreview } from '../../store/preview-store.ts';
import { callContext, type ToolDeps } from '../call-context.ts';
import { describeFailure } from '../describe-failure.ts';
import { withoutHidden } from '../text/clean-text.ts';
import { fenceUntrusted } from '../text/fence-untrusted.ts';
import { renderText } from '../text/render-text.ts';
import { shorten } from '../text/result-size.ts';
import type { ToolContext, ToolResult } from '../tool.ts';

const PREVIEW_LIFETIME_MS = 15 * 60_000;
const NEXT = 'Nothing has happened yet. Show this to the user; call confirm_action only if they agree.';

export type Plan = {
  summary?: string;
  effects?: unknown[];
  effectCount?: number;
  skipped?: unknown[];
  skippedCount?: number;
  warnings?: unknown[];
  preview?: unknown;
  planDigest?: string;
};

/** Asks the core what would happen, keeps the plan, and shows it. */
export async function prepareAction(
  deps: ToolDeps,
  action: Action,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult> {
  const answer = await deps.core.call(action, input, { dryRun: true }, await callContext(context));
  if (!answer.ok) throw new ToolError(describeFailure(answer.failure));
  const { data, cost, summary } = answer.envelope;
  return keepPreview(deps, action, input, context, { summary, ...(data as Plan) }, cost);
}

export async function keepPreview(
  deps: ToolDeps,
  action: Action,
  input: Record<string, unknown>,
  context: ToolContext,
  plan: Plan,
  cost: Cost | undefined,
): Promise<ToolResult> {
  const createdAt = deps.now();
  const preview: NewPreview = {
    _id: `cnf_${randomBytes(20).toString('hex')}`,
    ...ownerOf(context.principal),
    action: action.name,
    input,
    planDigest: plan.planDigest ?? '',
    summary: withoutHidden(plan.summary ?? action.title),
    cost: cost ?? null,
    idempotencyKey: randomUUID(),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + PREVIEW_LIFETIME_MS),
  };
  await deps.previews.add(preview);
  return renderPreview(action, preview, plan, cost);
}

function renderPreview(action: Action, preview: NewPreview, plan: Plan, cost: Cost | undefined): ToolResult {
  const { effects = [], skipped = [], warnings = [], effectCount, skippedCount, preview: sample } = plan;
  const shown = { effects, skipped, warnings, ...(sample !== undefined && sample !== null && { preview: sample }) };
  const fenced = fenceUntrusted(
    shown,
    action.untrusted.map((path) => `preview.${path}`),
  );
  const { value: data, cut } = shorten(fenced);
  const structured = {
    status: 'waiting_for_confirmation',
    confirmationId: preview._id,
    expiresAt: preview.expiresAt.toISOString(),
    action: action.name,
    effect: action.effect,
    summary: preview.summary,
    effectCount: effectCount ?? effects.length,
    skippedCount: skippedCount ?? skipped.length,
    ...(data as object),
    ...(cut.length > 0 && { leftOut: cut }),
    ...(cost && { cost: { ...cost, balanceAfter: cost.balance - cost.credits } }),
    next: NEXT,
  };
  return { text: renderText(structured), structured };
}
