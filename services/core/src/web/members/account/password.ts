import { auditAccount } from '../../../engine/members/audit-account.ts';
import { changePassword, requireGoodPassword } from '../../../engine/members/change-password.ts';
import { revokeKey } from '../../../engine/members/revoke-key.ts';
import { AppError } from '../../../errors/errors.ts';
import { listApiKeysOf } from '../../../store/members/granted-keys.ts';
import { requireVisitor, visitorIn } from '../../chain/load-visitor.ts';
import { personAt, requirePassword } from '../../chain/person-at.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { emptyForm, type FormState, formStateAfter } from '../../forms/form-state.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { endGrants } from '../gateway-grants.ts';

export function passwordPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/password', requireVisitor, (ctx) => show(ctx, emptyForm()));

  router.post('/app/password', requireVisitor, async (ctx) => {
    const { user, session } = visitorIn(ctx);
    const chosen = fieldIn(ctx, 'newPassword');
    try {
      await requireGoodPassword(chosen, user.email, 'newPassword');
      await requirePassword(ctx, deps, 'currentPassword');
      const act = {
        action: 'change_password',
        summary: 'Changed the password, and signed other browsers and apps out.',
      };
      await changePassword(user, chosen, {
        keptSessionId: session.id,
        now: deps.now(),
        record: () => auditAccount(user.id, { ...personAt(ctx), ...act }, deps.now()),
      });
      endGrants(deps, user.id);
    } catch (error) {
      ctx.status = 422;
      return show(ctx, formStateAfter(formIn(ctx), error));
    }
    ctx.redirect('/app/password?notice=password-changed');
  });

  router.post('/app/password/keys/:keyId/revoke', requireVisitor, (ctx) => revokeOwnKey(ctx, deps));
}

/** Shows the person's keys too, because a new password does not revoke them. */
async function show(ctx: WebContext, form: FormState): Promise<void> {
  const { user, workspaces } = visitorIn(ctx);
  const nameOf = new Map(workspaces.map(({ id, name }) => [id, name]));
  const keys = (await listApiKeysOf(user.id)).filter(({ workspaceId }) => nameOf.has(workspaceId));
  const rows = keys.map((key) => ({ ...key, workspaceName: nameOf.get(key.workspaceId) }));
  await renderPage(ctx, 'password', { form, keys: rows });
}

async function revokeOwnKey(ctx: WebContext, deps: WebDeps): Promise<void> {
  const key = (await listApiKeysOf(visitorIn(ctx).user.id)).find(({ id }) => id === ctx.params.keyId);
  if (key === undefined) throw new AppError('not_found', 'You no longer have this API key.');
  await revokeKey(key.workspaceId, key.id, personAt(ctx), deps.now());
  ctx.redirect('/app/password?notice=key-revoked');
}
