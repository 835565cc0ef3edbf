import { randomBytes, randomUUID } from 'node:crypto';
import type { Action } from '../../core-client/contract.ts';
import type { Cost } from '../../core-client/core-answer.ts';
import { ToolError } from '../../errors/errors.ts';
import { ownerOf } from '../../members/principal.ts';
import type { NewPreview, PreviewFacts } from '../../store/preview.ts';
import { callContext, type ToolDeps } from '../call-context.ts';
import { describeFailure } from '../describe-failure.ts';
import { withoutHidden } from '../text/clean-text.ts';
import { fencePlan } from '../text/fence-untrusted.ts';
import { renderText } from '../text/render-text.ts';
import { shorten } from '../text/result-size.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { subjectIn } from './ask-agreement.ts';
import { confirmToolOf, weightOf } from './weight.ts';

const tooManyWaiting =
  'Too many prepared actions are waiting (at most 100, with 16 MB of input): confirm or cancel some first, see list_pending_actions.';
const previewLifetimeMs = 15 * 60_000;

export interface Plan {
  summary?: string;
  /** Sentence to confirm, derived from the effects. */
  sentence?: string;
  effects?: unknown[];
  effectCount?: number;
  skipped?: unknown[];
  skippedCount?: number;
  warnings?: unknown[];
  preview?: unknown;
  planDigest?: string;
  /** Number of people who would get a message. */
  recipients?: number;
  /** Descriptions of arguments that were read differently from how they were given. */
  readAs?: readonly string[];
  /** True if the core counts this plan as a small change. */
  isSmall?: boolean;
  /** Approval that a workspace member must give in the application after the confirmation, with its reason. */
  approval?: { isRequired: boolean; reason: string | null };
}

/** Gets the plan from the core, stores it, and shows it. */
export async function prepareAction(
  deps: ToolDeps,
  action: Action,
  input: Record<string, unknown>,
  context: ToolContext,
  notes: readonly string[] = [],
): Promise<ToolResult> {
  const answer = await deps.core.call(action, input, { dryRun: true }, await callContext(context));
  if (!answer.ok) throw new ToolError(describeFailure(answer.failure));
  const { data, cost, summary } = answer.envelope;
  return keepPreview(deps, action, input, context, { summary, ...(data as Plan), readAs: notes }, cost);
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
    agentId: context.principal.agentId,
    action: action.name,
    weight: weightOf(action, plan.recipients, cost),
    input,
    planDigest: plan.planDigest ?? '',
    summary: sentenceOf(plan.sentence ?? plan.summary ?? action.title),
    cost: cost ?? null,
    facts: factsOf(plan),
    idempotencyKey: randomUUID(),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + previewLifetimeMs),
  };
  const isKept = await deps.previews.add(preview);
  if (!isKept) throw new ToolError(tooManyWaiting);
  return renderPreview(action, preview, plan, cost);
}

function factsOf({ recipients, preview, effects = [], effectCount = effects.length }: Plan): PreviewFacts {
  const subject = subjectIn(preview);
  return { count: effectCount, ...(recipients !== undefined && { recipients }), ...(subject && { subject }) };
}

function renderPreview(action: Action, preview: NewPreview, plan: Plan, cost: Cost | undefined): ToolResult {
  const { effects = [], skipped = [], warnings = [], effectCount, skippedCount, preview: sample, readAs = [] } = plan;
  const shown = { effects, skipped, warnings, ...(sample !== undefined && sample !== null && { preview: sample }) };
  const fenced = fencePlan(shown, preview.input);
  const { value: data, cut } = shorten(fenced);
  const structured = {
    status: 'waiting_for_confirmation',
    confirmationId: preview._id,
    expiresAt: preview.expiresAt.toISOString(),
    action: action.name,
    effect: action.effect,
    what: preview.summary,
    confirmWith: confirmToolOf(preview.weight),
    effectCount: effectCount ?? effects.length,
    skippedCount: skippedCount ?? skipped.length,
    ...(data as object),
    ...(plan.approval?.isRequired && { needsApproval: plan.approval.reason ?? 'A member has to approve it.' }),
    ...(plan.isSmall && { isSmall: true }),
    ...(readAs.length > 0 && { readAs }),
    ...(cut.length > 0 && { leftOut: cut }),
    ...(cost && { cost: { ...cost, balanceAfter: cost.balance - cost.credits } }),
    next: nextStep(preview),
  };
  return { text: renderText(structured), structured };
}

function nextStep({ weight }: NewPreview): string {
  const tool = confirmToolOf(weight);
  return `Nothing has happened yet. Show this to the user; only if they agree, call ${tool} with this confirmationId and "what" as it stands here.`;
}

/**
 * One line, so that the approval dialog of any client shows all of it. Composed, because models return composed letters
 * for decomposed ones (Unicode Standard Annex 15).
 */
export function sentenceOf(text: string): string {
  return withoutHidden(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}
