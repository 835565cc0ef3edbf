import { auditAccount } from '../../engine/members/audit-account.ts';
import { type PersonalAct, personActor } from '../../engine/members/audit-person.ts';
import { checkCredentials } from '../../engine/members/check-credentials.ts';
import { AppError } from '../../errors/errors.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { visitorIn } from './load-visitor.ts';
import { logSignIn } from './log-sign-in.ts';
import { fieldIn } from './read-form.ts';

/** By what a page was asked for, and from where: for the audit log. */
export function requestAt(ctx: WebContext): Pick<PersonalAct, 'via' | 'requestId' | 'address'> {
  return { via: 'app', requestId: ctx.state.requestId, address: ctx.ip };
}

/** Who acts at the page, and from where: for the audit log. */
export function personAt(ctx: WebContext): Pick<PersonalAct, 'actor' | 'via' | 'requestId' | 'address'> {
  return { actor: personActor(visitorIn(ctx).user), ...requestAt(ctx) };
}

/** What reaches further than the browser at hand: the person shows that it is them. */
export async function requirePassword(ctx: WebContext, deps: WebDeps, field = 'password'): Promise<void> {
  const { user } = visitorIn(ctx);
  if (fieldIn(ctx, field) === '') throw new AppError('validation_failed', 'Enter your password.', { field });
  if (await checkCredentials(user.email, fieldIn(ctx, field), ctx.ip, deps.now())) return;
  logSignIn(ctx, 'password_failed', user.email);
  const act = { action: 'confirm_password', summary: 'Gave a wrong password where it is asked for again.' };
  await auditAccount(user.id, { ...personAt(ctx), ...act, result: 'unauthenticated' }, deps.now());
  throw new AppError('validation_failed', 'This is not your password.', { field });
}
