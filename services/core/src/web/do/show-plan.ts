import { randomUUID } from 'node:crypto';
import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { findFormFile } from '../../engine/messages/form-file.ts';
import { AppError } from '../../errors/errors.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { emptyForm } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { shown } from '../shown/shown-value.ts';
import { withNames } from '../shown/with-names.ts';
import { forPeople, wordsOf } from '../shown/words.ts';
import { unansweredColumns } from './answer-columns.ts';
import { type OperationFormState, pageHead, refusalOf, showForm, subjectsOf } from './form-page.ts';
import { planAction } from './perform-action.ts';
import { type SealedWish, sealWish } from './sealed-wish.ts';

const shownMax = 25;

/** Shows a plan to confirm, or the form again if the input is rejected. */
export async function showPlan(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyWriteAction,
  state: OperationFormState,
  wish: SealedWish,
  problem?: string,
): Promise<void> {
  try {
    const plan = await planOf(ctx, deps, action, wish);
    await renderPage(ctx, 'do-plan', {
      ...pageHead(action, wish.back),
      plan,
      problem,
      key: randomUUID(),
      passwordForm: emptyForm(),
      subjects: await subjectsOf(ctx, deps, state),
      button: buttonOf(action),
      canChange: state.fixed.length < Object.keys(action.input.properties).length,
      wish: sealWish(ctx, deps, action.name, wish),
    });
  } catch (error) {
    const refusal = refusalOf(error);
    ctx.status = error instanceof AppError ? error.status : 422;
    await showForm(ctx, deps, action, { ...state, ...refusal, ...(problem && { problem }) });
  }
}

async function planOf(ctx: WebContext, deps: WebDeps, action: AnyWriteAction, wish: SealedWish) {
  const { input, version, uploadId } = wish;
  const upload = await findFormFile(memberIn(ctx).workspace.id, uploadId);
  const facts = { expectedVersion: version, upload };
  const plan = await planAction(ctx, deps, action, structuredClone(input), facts);
  return {
    ...plan,
    questions: unansweredColumns(plan.preview),
    warnings: plan.warnings.map(forPeople),
    effects: plan.effects.slice(0, shownMax).map((effect) => ({ ...effect, type: wordsOf(effect.type) })),
    more: Math.max(0, plan.effectCount - shownMax),
    skipped: plan.skipped.slice(0, shownMax).map((item) => ({ ...item, reason: wordsOf(item.reason) })),
    preview: await withNames(memberIn(ctx).workspace.id, shown(plan.preview)),
  };
}

/** The verb of the title: "Launch a campaign" → "Launch". */
function buttonOf({ title }: AnyWriteAction): string {
  return title;
}
