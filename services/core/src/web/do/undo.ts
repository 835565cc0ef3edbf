import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { openUndo, sayNext } from '../chain/flash.ts';
import { requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { safeNext } from '../chain/safe-next.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { refusalOf } from './form-page.ts';
import { performAction } from './perform-action.ts';

/** Reverts the last action of the person, from its notice. */
export function undoRoute(router: WebRouter, deps: WebDeps): void {
  router.post('/app/undo', requireMember, (ctx) => revert(ctx, deps));
}

async function revert(ctx: WebContext, deps: WebDeps): Promise<void> {
  const token = fieldIn(ctx, 'token');
  const undo = await openUndo(ctx, deps, token);
  if (undo === undefined) {
    sayNext(ctx, deps, 'Too much time has passed to undo this here. Look under Settings, Trash and undo.');
  } else {
    try {
      await performAction(ctx, deps, actionNamed(undo.action) as AnyWriteAction, undo.input, {
        expectedVersion: undo.version,
        // A second click undoes nothing else.
        idempotencyKey: token,
      });
      sayNext(ctx, deps, 'Undone.');
    } catch (error) {
      sayNext(ctx, deps, `This cannot be undone any more: ${refusalOf(error).problem}`);
    }
  }
  ctx.redirect(safeNext(fieldIn(ctx, 'back')));
}
