import { cutText } from '@outbound/node-service/text/cut-text';
import { addMadePasskey, beginPasskey } from '../../../engine/members/passkeys.ts';
import { AppError } from '../../../errors/errors.ts';
import { removePasskey } from '../../../store/members/passkey-store.ts';
import { requireVisitor, visitorIn } from '../../chain/load-visitor.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { formStateAfter } from '../../forms/form-state.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { auditSecurity, showSecurity, withPassword } from './security.ts';

const base = '/app/security/passkeys';
const nameLengthMax = 60;

/** Browsers create passkeys only by script. No other page requires scripts. */
export function passkeyPages(router: WebRouter, deps: WebDeps): void {
  router.post(`${base}/new`, requireVisitor, (ctx) => withPassword(ctx, deps, () => begin(ctx, deps)));
  router.post(base, requireVisitor, (ctx) => add(ctx, deps));
  router.post(`${base}/remove`, requireVisitor, (ctx) => withPassword(ctx, deps, () => remove(ctx, deps)));
}

async function begin(ctx: WebContext, deps: WebDeps): Promise<void> {
  const name = fieldIn(ctx, 'name').trim();
  if (name === '' || name.length > nameLengthMax) {
    throw new AppError('validation_failed', `Give the passkey a name of at most ${nameLengthMax} characters.`);
  }
  const options = await beginPasskey(visitorIn(ctx).user, deps.config.baseUrl, deps.now());
  await renderPage(ctx, 'passkey', { action: base, kind: 'create', name, options: JSON.stringify(options) });
}

async function add(ctx: WebContext, deps: WebDeps): Promise<void> {
  const wish = { name: cutText(fieldIn(ctx, 'name'), nameLengthMax), response: fieldIn(ctx, 'response') };
  try {
    await addMadePasskey(visitorIn(ctx).user, wish, deps.config.baseUrl, deps.now());
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    return showSecurity(ctx, deps, form);
  }
  await auditSecurity(ctx, deps, 'add_passkey', `Added the passkey ${wish.name}.`);
  ctx.redirect('/app/security?notice=passkey-added');
}

async function remove(ctx: WebContext, deps: WebDeps): Promise<void> {
  await removePasskey(visitorIn(ctx).user.id, fieldIn(ctx, 'passkeyId'));
  await auditSecurity(ctx, deps, 'remove_passkey', 'Removed a passkey.');
  ctx.redirect('/app/security?notice=passkey-removed');
}
