import { clientNetwork } from '@outbound/node-service/http/client-network';
import { countAgainst } from '../../../engine/members/check-credentials.ts';
import { createAccount, prepareAccount } from '../../../engine/members/sign-up.ts';
import { requestAt } from '../../chain/person-at.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { safeNext } from '../../chain/safe-next.ts';
import { emptyForm, type FormState, formStateAfter } from '../../forms/form-state.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { requireOpenDoor } from '../open-door.ts';
import { startSession } from '../start-session.ts';
import { askByMail } from './confirm-sign-up.ts';

const hourMs = 60 * 60_000;
const perAddressMax = 60;

export function signUpPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/sign-up', async (ctx) => {
    const next = safeNext(ctx.query.next);
    if (ctx.state.visitor) return ctx.redirect(next);
    await requireOpenDoor(deps, next);
    await show(ctx, emptyForm(), next);
  });

  router.post('/app/sign-up', async (ctx) => {
    const next = safeNext(fieldIn(ctx, 'next'));
    const input = {
      name: fieldIn(ctx, 'name'),
      email: fieldIn(ctx, 'email'),
      password: fieldIn(ctx, 'password'),
      workspaceName: fieldIn(ctx, 'workspaceName'),
    };
    await requireOpenDoor(deps, next);
    try {
      const now = deps.now();
      await countAgainst(
        [{ subject: `sign-up-from:${clientNetwork(ctx.ip)}`, attemptsMax: perAddressMax, windowMs: hourMs }],
        now,
      );
      const account = await prepareAccount(input);
      if (deps.ports.systemMail) return askByMail(ctx, deps, account, next);
      const { user, workspace } = await createAccount(account, deps.config.trialCredits, requestAt(ctx), now);
      await startSession(ctx, deps, user, workspace.id);
    } catch (error) {
      ctx.status = 422;
      return show(ctx, formStateAfter(formIn(ctx), error), next);
    }
    ctx.redirect(next);
  });
}

function show(ctx: WebContext, form: FormState, next: string) {
  return renderPage(ctx, 'sign-up', { form, next });
}
