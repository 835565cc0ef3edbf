import { changePassword } from '../../identity/change-password.ts';
import { requireVisitor, visitorIn } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { emptyForm, formStateAfter } from '../form-state.ts';
import { renderPage } from '../render-page.ts';
import type { WebDeps, WebRouter } from '../web-deps.ts';

export const passwordPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/password', requireVisitor, async (ctx) => {
    await renderPage(ctx, 'password', { form: emptyForm() });
  });

  router.post('/app/password', requireVisitor, async (ctx) => {
    const { user, session } = visitorIn(ctx);
    const passwords = { current: fieldIn(ctx, 'currentPassword'), next: fieldIn(ctx, 'newPassword') };
    try {
      await changePassword(user, passwords, { sessionId: session.id, address: ctx.ip }, deps.now());
    } catch (error) {
      ctx.status = 422;
      return renderPage(ctx, 'password', { form: formStateAfter(formIn(ctx), error) });
    }
    ctx.redirect('/app/password?notice=password-changed');
  });
};
