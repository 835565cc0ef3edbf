import { isRead } from '../../actions/definition/define-action.ts';
import { digestOf } from '../../domain/values/canonical-json.ts';
import { AppError } from '../../errors/errors.ts';
import { sayUndoable } from '../chain/flash.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { safeNext } from '../chain/safe-next.ts';
import { readFormInput } from '../forms/read-form-input.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { forPeople } from '../shown/words.ts';
import { zoneOfForms } from './form-page.ts';
import { isOneClick } from './immediate.ts';
import { runForm } from './run-form.ts';
import { standing } from './standing.ts';

/** Runs an immediate operation. `href` is the address of its form, which other operations would open. */
export function immediateRoute(router: WebRouter, deps: WebDeps): void {
  router.post('/app/now', requireMember, (ctx) => actNow(ctx, deps));
}

async function actNow(ctx: WebContext, deps: WebDeps): Promise<void> {
  const href = fieldIn(ctx, 'href');
  const { pathname, search, searchParams } = new URL(href, 'http://page');
  const action = actionNamed(pathname.replace('/app/do/', ''));
  if (action === undefined || isRead(action) || !isOneClick(action)) {
    throw new AppError('not_found', 'There is no such page.');
  }
  const back = safeNext(searchParams.get('back'));
  const input = readFormInput(action.input, searchParams, zoneOfForms(ctx));
  const key = `${fieldIn(ctx, '_key')} ${digestOf(input)}`;
  const ran = await runForm(ctx, deps, action, { input, key });
  // The page of the operation shows why it asks, or why it cannot run.
  if (ran === undefined) return ctx.redirect(pathname + search);
  await sayUndoable(ctx, deps, forPeople(ran.done.summary), ran.undo, ran.undoId);
  ctx.redirect(await standing(ctx, deps, back));
}
