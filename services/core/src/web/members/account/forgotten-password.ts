import { clientNetwork } from '@outbound/node-service/http/client-network';
import { auditAccount } from '../../../engine/members/audit-account.ts';
import { personActor } from '../../../engine/members/audit-person.ts';
import { countAgainst } from '../../../engine/members/check-credentials.ts';
import { ownerOfResetLink, resetLink, resetPassword } from '../../../engine/members/reset-password.ts';
import { listApiKeysOf } from '../../../store/members/granted-keys.ts';
import { findUserByEmail, normaliseUserEmail, type UserRecord } from '../../../store/members/user-store.ts';
import { requestAt } from '../../chain/person-at.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { emptyForm, formStateAfter } from '../../forms/form-state.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { endGrants } from '../gateway-grants.ts';

const hourMs = 60 * 60_000;
const perAccountMax = 5;
const perAddressMax = 20;

export function forgottenPasswordPages(router: WebRouter, deps: WebDeps): void {
  const isMailSent = deps.ports.systemMail !== null;
  router.get('/app/forgotten', (ctx) => renderPage(ctx, 'forgotten', { form: emptyForm(), isMailSent }));
  if (isMailSent) router.post('/app/forgotten', (ctx) => ask(ctx, deps));
  router.get('/app/reset', async (ctx) => {
    ctx.set('Referrer-Policy', 'no-referrer');
    const token = tokenIn(ctx);
    const { email } = await ownerOfResetLink(token, deps.now());
    await renderPage(ctx, 'reset', { form: emptyForm(), email, token });
  });
  router.post('/app/reset', (ctx) => reset(ctx, deps));
}

/** The token is in the query, which no log contains. */
function tokenIn(ctx: WebContext): string {
  return typeof ctx.query.token === 'string' ? ctx.query.token : '';
}

/** The page is the same whether or not the account exists. */
async function ask(ctx: WebContext, deps: WebDeps): Promise<void> {
  const email = normaliseUserEmail(fieldIn(ctx, 'email'));
  const limits = [
    { subject: `reset:${email}`, attemptsMax: perAccountMax, windowMs: hourMs },
    { subject: `reset-from:${clientNetwork(ctx.ip)}`, attemptsMax: perAddressMax, windowMs: hourMs },
  ];
  try {
    await countAgainst(limits, deps.now());
  } catch (error) {
    ctx.status = 429;
    return renderPage(ctx, 'forgotten', { form: formStateAfter(formIn(ctx), error), isMailSent: true });
  }
  // Not awaited, because the response time would reveal whether an account exists.
  void sendLink(email, deps).catch((error: Error) => ctx.state.log.error({ err: error }, 'no link was sent'));
  ctx.redirect('/app/sign-in?notice=reset-sent');
}

async function sendLink(email: string, { ports, config, now }: WebDeps): Promise<void> {
  const user = await findUserByEmail(email);
  if (user === null) return;
  const link = await resetLink(user.id, config.baseUrl, now());
  const text = `Choose a new password here, within an hour:\n\n${link}\n\nIf you did not ask for this, do nothing: your password stays as it is.\n`;
  await ports.systemMail!.send({ to: user.email, subject: 'Your new password for Outbound', text });
}

async function reset(ctx: WebContext, deps: WebDeps): Promise<void> {
  const token = tokenIn(ctx);
  const { email } = await ownerOfResetLink(token, deps.now());
  let hasKeys: boolean;
  try {
    const act = { action: 'reset_password', summary: 'Chose a new password by a link.', ...requestAt(ctx) };
    const record = (user: UserRecord) => auditAccount(user.id, { ...act, actor: personActor(user) }, deps.now());
    const { id } = await resetPassword(token, fieldIn(ctx, 'newPassword'), record, deps.now());
    endGrants(deps, id);
    hasKeys = (await listApiKeysOf(id)).length > 0;
  } catch (error) {
    ctx.status = 422;
    return renderPage(ctx, 'reset', { form: formStateAfter(formIn(ctx), error), email, token });
  }
  // The page of the password lists the keys, which keep working.
  ctx.redirect(`/app/sign-in?notice=password-reset${hasKeys ? `&next=${encodeURIComponent('/app/password')}` : ''}`);
}
