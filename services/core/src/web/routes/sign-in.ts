import type { AppError } from '../../errors.ts';
import { checkCredentials } from '../../identity/check-credentials.ts';
import { endSession } from '../../store/identity/session-store.ts';
import { writeCookie } from '../chain/cookies.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { emptyForm, type FormState, formStateAfter, formStateOf } from '../form-state.ts';
import { renderPage } from '../render-page.ts';
import { safeNext } from '../safe-next.ts';
import { startSession } from '../start-session.ts';
import type { WebContext, WebDeps, WebRouter } from '../web-deps.ts';

export const signInPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/sign-in', async (ctx) => {
    const next = safeNext(ctx.query.next);
    if (ctx.state.visitor) return ctx.redirect(next);
    await show(ctx, emptyForm(), next);
  });

  router.post('/app/sign-in', async (ctx) => {
    const next = safeNext(fieldIn(ctx, 'next'));
    try {
      const user = await checkCredentials(fieldIn(ctx, 'email'), fieldIn(ctx, 'password'), ctx.ip, deps.now());
      if (!user) {
        ctx.status = 422;
        const problem = 'E-mail address and password do not belong together. Check both and try again.';
        return show(ctx, { ...formStateOf(formIn(ctx)), problem }, next);
      }
      await startSession(ctx, deps, user.id, null);
    } catch (error) {
      const form = formStateAfter(formIn(ctx), error);
      ctx.status = (error as AppError).status;
      const { retryAfterSeconds } = (error as AppError).options;
      if (retryAfterSeconds) ctx.set('Retry-After', String(retryAfterSeconds));
      return show(ctx, form, next);
    }
    ctx.redirect(next);
  });

  router.post('/app/sign-out', async (ctx) => {
    const { visitor } = ctx.state;
    if (visitor) await endSession(visitor.user.id, visitor.session.id);
    writeCookie(ctx, deps.config, 'outbound_session', null);
    ctx.redirect('/app/sign-in?notice=signed-out');
  });
};

const show = (ctx: WebContext, form: FormState, next: string) => renderPage(ctx, 'sign-in', { form, next });
