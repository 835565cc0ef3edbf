import { randomUUID } from 'node:crypto';
import type { AnyWriteAction } from '../../actions/define-action.ts';
import { AppError } from '../../errors.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { type Confirmable, confirmable, writeActionNamed } from '../confirmable.ts';
import { performAction, planAction } from '../perform-action.ts';
import { previewText } from '../preview-text.ts';
import { renderPage } from '../render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../web-deps.ts';

const shownEffectsMax = 25;

/** Shows what an action would do, and does exactly that once the person agrees. */
export const confirmPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/confirm/:action', requireMember, async (ctx) => {
    const id = typeof ctx.query.id === 'string' ? ctx.query.id : '';
    await showPlan(ctx, deps, id);
  });
  router.post('/app/confirm/:action', requireMember, (ctx) => confirm(ctx, deps));
};

function actionIn(ctx: WebContext): { action: AnyWriteAction; rules: Confirmable } {
  const name = ctx.params.action!;
  const action = Object.hasOwn(confirmable, name) ? writeActionNamed(name) : undefined;
  if (!action) throw new AppError('not_found', 'There is no such page.');
  return { action, rules: confirmable[name]! };
}

async function showPlan(ctx: WebContext, deps: WebDeps, id: string, problem?: string): Promise<void> {
  const { action, rules } = actionIn(ctx);
  const page = { action: action.name, title: action.title, button: rules.button, back: rules.backTo(id), id };
  try {
    const plan = await planAction(ctx, deps, action, { [rules.idField]: id });
    const more = Math.max(0, plan.effectCount - shownEffectsMax);
    const effects = plan.effects.slice(0, shownEffectsMax);
    const preview = plan.preview === null ? '' : previewText(plan.preview);
    await renderPage(ctx, 'confirm', {
      ...page,
      plan: { ...plan, effects, preview },
      more,
      key: randomUUID(),
      problem,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.code === 'not_found') throw error;
    ctx.status = error.status;
    await renderPage(ctx, 'confirm', { ...page, problem: error.message });
  }
}

async function confirm(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { action, rules } = actionIn(ctx);
  const id = fieldIn(ctx, 'id');
  const agreed = { digest: fieldIn(ctx, 'digest'), key: fieldIn(ctx, 'key') };
  if (!/^[\w-]{36}$/.test(agreed.key) || agreed.digest === '') return showPlan(ctx, deps, id);
  try {
    await performAction(ctx, deps, action, { [rules.idField]: id }, agreed);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    ctx.status = error.status;
    const changed = 'Something has changed since this was shown. Look at it again before you confirm.';
    return showPlan(ctx, deps, id, error.code === 'plan_changed' ? changed : error.message);
  }
  ctx.redirect(`${rules.backTo(id)}?notice=${action.name}`);
}
