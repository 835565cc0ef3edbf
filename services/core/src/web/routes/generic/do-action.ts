import { isRead } from '../../../actions/define-action.ts';
import { AppError } from '../../../errors.ts';
import { requireMember } from '../../chain/load-visitor.ts';
import { confirmWish } from '../../do/confirm-wish.ts';
import { fillForm, takeForm } from '../../do/fill-form.ts';
import { actionNamed } from '../../do/record-types.ts';
import { showRead } from '../../do/show-read.ts';
import type { WebContext, WebDeps, WebRouter } from '../../web-deps.ts';

/** Every operation of the API as a page: form, preview, confirmation, result. */
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
