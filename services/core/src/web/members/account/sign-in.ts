import { auditAccount } from '../../../engine/members/audit-account.ts';
import { personActor } from '../../../engine/members/audit-person.ts';
import { checkCredentials } from '../../../engine/members/check-credentials.ts';
import { beginPasskeySignIn, checkPasskey, passkeyHost } from '../../../engine/members/passkeys.ts';
import { isSecondStepRight } from '../../../engine/members/second-step.ts';
import type { AppError } from '../../../errors/errors.ts';
import { createProof, findProof, redeemProof } from '../../../store/members/proof-store.ts';
import { findSecondStep } from '../../../store/members/second-step-store.ts';
import { endSession } from '../../../store/members/session-store.ts';
import { findUser, findUserByEmail, type UserRecord } from '../../../store/members/user-store.ts';
import { logSignIn } from '../../chain/log-sign-in.ts';
import { requestAt } from '../../chain/person-at.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { safeNext } from '../../chain/safe-next.ts';
import { emptyForm, type FormState, formStateAfter, formStateOf } from '../../forms/form-state.ts';
import { writeCookie } from '../../frame/cookies.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { startSession } from '../start-session.ts';

const wrongCode = 'This code is not right, or was used already. Wait for the next one, or use a recovery code.';
const stepExpired = 'That took too long. Enter your password again.';

export function signInPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/sign-in', async (ctx) => {
    const next = safeNext(ctx.query.next);
    if (ctx.state.visitor) return ctx.redirect(next);
    await show(ctx, deps, emptyForm());
  });
  router.post('/app/sign-in', (ctx) => orShowAgain(ctx, deps, () => byPassword(ctx, deps)));
  router.post('/app/sign-in/code', (ctx) => orShowAgain(ctx, deps, () => byCode(ctx, deps)));
  router.post('/app/sign-in/passkey', (ctx) => orShowAgain(ctx, deps, () => byPasskey(ctx, deps)));
  router.post('/app/sign-in/passkey/new', async (ctx) => {
    const options = JSON.stringify(await beginPasskeySignIn(deps.config.baseUrl, deps.now()));
    await renderPage(ctx, 'passkey', { action: '/app/sign-in/passkey', kind: 'get', next: nextIn(ctx), options });
  });
  router.post('/app/sign-out', async (ctx) => {
    const { visitor } = ctx.state;
    if (visitor) await endSession(visitor.user.id, visitor.session.id);
    writeCookie(ctx, deps.config, 'outbound_session', null);
    writeCookie(ctx, deps.config, 'outbound_recent', null);
    ctx.redirect('/app/sign-in?notice=signed-out');
  });
}

function nextIn(ctx: WebContext): string {
  return safeNext(ctx.query.next ?? fieldIn(ctx, 'next'));
}

function show(ctx: WebContext, deps: WebDeps, form: FormState): Promise<void> {
  const hasPasskeys = passkeyHost(deps.config.baseUrl) !== null;
  return renderPage(ctx, 'sign-in', { form, next: nextIn(ctx), hasPasskeys });
}

async function orShowAgain(ctx: WebContext, deps: WebDeps, attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    const { status, code, options } = error as AppError;
    ctx.status = status;
    if (code === 'rate_limited') logSignIn(ctx, 'sign_in_refused', fieldIn(ctx, 'email'));
    if (options.retryAfterSeconds) ctx.set('Retry-After', String(options.retryAfterSeconds));
    await show(ctx, deps, form);
  }
}

async function byPassword(ctx: WebContext, deps: WebDeps): Promise<void> {
  const email = fieldIn(ctx, 'email');
  const user = await checkCredentials(email, fieldIn(ctx, 'password'), ctx.ip, deps.now());
  if (user === null) {
    logSignIn(ctx, 'sign_in_failed', email);
    // Not awaited, because the response time would reveal whether an account exists.
    void auditFailure(ctx, deps, email).catch((error: Error) => ctx.state.log.error({ err: error }, 'not audited'));
    ctx.status = 422;
    const problem = 'Wrong email address or password. Check both and try again.';
    return show(ctx, deps, { ...formStateOf(formIn(ctx)), problem });
  }
  if ((await findSecondStep(user.id)) === null) return finish(ctx, deps, user, 'with the password');
  const proof = await createProof('second_step', user.id, deps.now());
  await showCode(ctx, proof, emptyForm());
}

function showCode(ctx: WebContext, proof: string, form: FormState): Promise<void> {
  return renderPage(ctx, 'second-step', { form, proof, next: nextIn(ctx) });
}

async function byCode(ctx: WebContext, deps: WebDeps): Promise<void> {
  const token = fieldIn(ctx, 'proof');
  const found = await findProof('second_step', token, deps.now());
  const user = found?.userId && (await findUser(found.userId));
  if (!user) {
    ctx.status = 410;
    return show(ctx, deps, { ...emptyForm(), problem: stepExpired });
  }
  const isRight = await isSecondStepRight(user.id, fieldIn(ctx, 'code'), deps.config.keyRing, deps.now());
  if (isRight && (await redeemProof('second_step', token, deps.now()))) {
    return finish(ctx, deps, user, 'with password and code');
  }
  logSignIn(ctx, 'sign_in_failed', user.email);
  await auditFailure(ctx, deps, user.email);
  ctx.status = 422;
  await showCode(ctx, token, { ...emptyForm(), errors: { code: wrongCode } });
}

async function byPasskey(ctx: WebContext, deps: WebDeps): Promise<void> {
  const user = await checkPasskey(fieldIn(ctx, 'response'), deps.config.baseUrl, deps.now()).catch((error: unknown) => {
    logSignIn(ctx, 'sign_in_failed', '');
    throw error;
  });
  await finish(ctx, deps, user, 'with a passkey');
}

async function finish(ctx: WebContext, deps: WebDeps, user: UserRecord, how: string): Promise<void> {
  logSignIn(ctx, 'signed_in', user.email);
  const act = { actor: personActor(user), action: 'sign_in', summary: `Signed in ${how}.` };
  await auditAccount(user.id, { ...act, ...requestAt(ctx) }, deps.now());
  await startSession(ctx, deps, user, null);
  ctx.redirect(nextIn(ctx));
}

/** An attempt to sign in as this person. The entry is about them, and its actor is unknown. */
async function auditFailure(ctx: WebContext, deps: WebDeps, email: string): Promise<void> {
  const user = await findUserByEmail(email);
  if (user === null) return;
  const actor = { kind: 'system', id: 'visitor', name: 'Somebody' } as const;
  const act = { actor, action: 'sign_in', summary: 'Failed to sign in.', result: 'unauthenticated' };
  await auditAccount(user.id, { ...act, ...requestAt(ctx) }, deps.now());
}
