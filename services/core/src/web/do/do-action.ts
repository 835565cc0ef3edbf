import { isRead } from '../../actions/definition/define-action.ts';
import { AppError } from '../../errors/errors.ts';
import { requireMember } from '../chain/load-visitor.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { confirmWish } from './confirm-wish.ts';
import { fillForm, takeForm } from './fill-form.ts';
import { showRead } from './show-read.ts';

/** Provides every operation of the API as pages: form, preview, confirmation, and result. */
export function actionPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/do/:action', requireMember, async (ctx) => {
    const action = actionIn(ctx);
    return isRead(action) ? showRead(ctx, deps, action) : fillForm(ctx, deps, action);
  });
  router.post('/app/do/:action', requireMember, async (ctx) => {
    const action = actionIn(ctx);
    if (isRead(action)) throw new AppError('method_not_allowed', 'This page only shows something.');
    return ctx.state.form?.has('wish') ? confirmWish(ctx, deps, action) : takeForm(ctx, deps, action);
  });
}

function actionIn(ctx: WebContext) {
  const action = actionNamed(ctx.params.action!);
  if (!action) throw new AppError('not_found', 'There is no such page.');
  return action;
}
