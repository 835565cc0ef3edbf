import { auditAccount } from '../../../engine/members/audit-account.ts';
import { changePassword, requireGoodPassword } from '../../../engine/members/change-password.ts';
import { requireVisitor, visitorIn } from '../../chain/load-visitor.ts';
import { personAt, requirePassword } from '../../chain/person-at.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { emptyForm, formStateAfter } from '../../forms/form-state.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebDeps, WebRouter } from '../../frame/web-deps.ts';

export function passwordPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/password', requireVisitor, async (ctx) => {
    await renderPage(ctx, 'password', { form: emptyForm() });
  });

  router.post('/app/password', requireVisitor, async (ctx) => {
    const { user, session } = visitorIn(ctx);
    const chosen = fieldIn(ctx, 'newPassword');
    try {
      await requireGoodPassword(chosen, user.email, 'newPassword');
      await requirePassword(ctx, deps, 'currentPassword');
      await changePassword(user, chosen, session.id, deps.now());
      const act = { action: 'change_password', summary: 'Changed the password, and signed other browsers out.' };
      await auditAccount(user.id, { ...personAt(ctx), ...act }, deps.now());
    } catch (error) {
      ctx.status = 422;
      return renderPage(ctx, 'password', { form: formStateAfter(formIn(ctx), error) });
    }
    ctx.redirect('/app/password?notice=password-changed');
  });
}
