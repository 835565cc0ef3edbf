import { auditAccount } from '../../engine/members/audit-account.ts';
import { type PersonalAct, personActor } from '../../engine/members/audit-person.ts';
import { checkCredentials } from '../../engine/members/check-credentials.ts';
import { AppError } from '../../errors/errors.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { visitorIn } from './load-visitor.ts';
import { logSignIn } from './log-sign-in.ts';
import { fieldIn } from './read-form.ts';

/** Request details for the audit log: the channel, request ID, and network address. */
export function requestAt(ctx: WebContext): Pick<PersonalAct, 'via' | 'requestId' | 'address'> {
  return { via: 'app', requestId: ctx.state.requestId, address: ctx.ip };
}

/** The person at the page and their network address, for the audit log. */
export function personAt(ctx: WebContext): Pick<PersonalAct, 'actor' | 'via' | 'requestId' | 'address'> {
  return { actor: personActor(visitorIn(ctx).user), ...requestAt(ctx) };
}

/** Actions with effects beyond this browser require the person's password. */
export async function requirePassword(ctx: WebContext, deps: WebDeps, field = 'password'): Promise<void> {
  const { user } = visitorIn(ctx);
  if (fieldIn(ctx, field) === '') throw new AppError('validation_failed', 'Enter your password.', { field });
  if (await checkCredentials(user.email, fieldIn(ctx, field), ctx.ip, deps.now())) return;
  logSignIn(ctx, 'password_failed', user.email);
  const act = { action: 'confirm_password', summary: 'Gave a wrong password where it is asked for again.' };
  await auditAccount(user.id, { ...personAt(ctx), ...act, result: 'unauthenticated' }, deps.now());
  throw new AppError('validation_failed', 'This is not your password.', { field });
}
