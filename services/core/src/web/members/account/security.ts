import { encode } from 'uqr';
import { auditAccount } from '../../../engine/members/audit-account.ts';
import { passkeyHost } from '../../../engine/members/passkeys.ts';
import {
  addressOfSecret,
  newSecret,
  renewRecoveryCodes,
  startSecondStep,
} from '../../../engine/members/second-step.ts';
import { seal, unseal } from '../../../secrets/secret-box.ts';
import { listPasskeys } from '../../../store/members/passkey-store.ts';
import { findSecondStep, removeSecondStep } from '../../../store/members/second-step-store.ts';
import { endSession, endSessionsExcept, listSessions } from '../../../store/members/session-store.ts';
import { requireVisitor, visitorIn } from '../../chain/load-visitor.ts';
import { personAt, requirePassword } from '../../chain/person-at.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { emptyForm, type FormState, formStateAfter } from '../../forms/form-state.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';

const base = '/app/security';

/** Sign-in methods and active sessions of a person. */
export function securityPages(router: WebRouter, deps: WebDeps): void {
  router.get(base, requireVisitor, (ctx) => showSecurity(ctx, deps, emptyForm()));
  router.post(`${base}/sessions/:sessionId/end`, requireVisitor, (ctx) => end(ctx, deps));
  router.get(`${base}/second-step`, requireVisitor, (ctx) => showSetUp(ctx, deps, newSecret(), emptyForm()));
  router.post(`${base}/second-step`, requireVisitor, (ctx) => switchOn(ctx, deps));
  router.post(`${base}/second-step/off`, requireVisitor, (ctx) => withPassword(ctx, deps, () => switchOff(ctx, deps)));
  router.post(`${base}/recovery-codes`, requireVisitor, (ctx) => withPassword(ctx, deps, () => renewCodes(ctx, deps)));
}

export async function showSecurity(ctx: WebContext, deps: WebDeps, form: FormState): Promise<void> {
  const { user, session } = visitorIn(ctx);
  const sessions = await listSessions(user.id, deps.now());
  const step = await findSecondStep(user.id);
  await renderPage(ctx, 'security', {
    form,
    sessions: sessions.map((one) => ({ ...one, isThis: one.id === session.id })),
    step: step && { createdAt: step.createdAt, isLost: step.secret === null, codesLeft: step.recoveryHashes.length },
    passkeys: await listPasskeys(user.id),
    passkeyHost: passkeyHost(deps.config.baseUrl),
  });
}

/** Shows the page again, with the reason, if the password is wrong or the change is rejected. */
export async function withPassword(ctx: WebContext, deps: WebDeps, work: () => Promise<void>): Promise<void> {
  try {
    await requirePassword(ctx, deps);
    await work();
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    await showSecurity(ctx, deps, { ...form, problem: form.problem ?? Object.values(form.errors)[0] });
  }
}

export function auditSecurity(ctx: WebContext, deps: WebDeps, action: string, summary: string): Promise<void> {
  return auditAccount(visitorIn(ctx).user.id, { ...personAt(ctx), action, summary }, deps.now());
}

async function end(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { user, session } = visitorIn(ctx);
  const { sessionId = '' } = ctx.params;
  if (sessionId === 'others') await endSessionsExcept(user.id, session.id);
  else await endSession(user.id, sessionId);
  await auditSecurity(
    ctx,
    deps,
    'end_session',
    sessionId === 'others' ? 'Ended all other sessions.' : 'Ended a session.',
  );
  ctx.redirect(sessionId === session.id ? '/app/sign-in?notice=signed-out' : `${base}?notice=session-ended`);
}

function sealContext(ctx: WebContext): string {
  return `second step form ${visitorIn(ctx).user.id}`;
}

/** The form carries the sealed secret. Nothing is stored before a code proves that the app has it. */
async function showSetUp(ctx: WebContext, deps: WebDeps, secret: string, form: FormState): Promise<void> {
  const { data, size } = encode(addressOfSecret(secret, visitorIn(ctx).user.email));
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  await renderPage(ctx, 'second-step-setup', {
    form,
    secret: secret.match(/.{1,4}/g)!.join(' '),
    sealed: seal(deps.config.keyRing, sealContext(ctx), secret),
    size,
    path: cells.join(''),
  });
}

async function switchOn(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { user } = visitorIn(ctx);
  const secret = unseal(deps.config.keyRing, sealContext(ctx), fieldIn(ctx, 'sealed'));
  try {
    await requirePassword(ctx, deps);
    const wish = { secret, code: fieldIn(ctx, 'code') };
    const codes = await startSecondStep(user.id, wish, deps.config.keyRing, deps.now());
    await auditSecurity(ctx, deps, 'start_second_step', 'Switched the second step of signing in on.');
    await renderPage(ctx, 'recovery-codes', { codes });
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    await showSetUp(ctx, deps, secret, form);
  }
}

async function switchOff(ctx: WebContext, deps: WebDeps): Promise<void> {
  await removeSecondStep(visitorIn(ctx).user.id);
  await auditSecurity(ctx, deps, 'end_second_step', 'Switched the second step of signing in off.');
  ctx.redirect(`${base}?notice=second-step-off`);
}

async function renewCodes(ctx: WebContext, deps: WebDeps): Promise<void> {
  const codes = await renewRecoveryCodes(visitorIn(ctx).user.id);
  await auditSecurity(ctx, deps, 'renew_recovery_codes', 'Made new recovery codes.');
  await renderPage(ctx, 'recovery-codes', { codes });
}
