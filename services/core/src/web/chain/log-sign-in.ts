import { hash } from 'node:crypto';
import { normaliseUserEmail } from '../../store/members/user-store.ts';
import type { WebContext } from '../frame/web-deps.ts';

const accountDigestLength = 16;

export type SignInEvent = 'signed_in' | 'sign_in_failed' | 'sign_in_refused' | 'password_failed';

/** Logs one line for ban tools. The account is a digest, so that the log contains no email address. */
export function logSignIn(ctx: WebContext, event: SignInEvent, email: string, address = ctx.ip): void {
  const account = hash('sha256', normaliseUserEmail(email), 'hex').slice(0, accountDigestLength);
  const line = `event=${event} address=${address} account=${account}`;
  if (event === 'signed_in') ctx.state.log.info(line);
  else ctx.state.log.warn(line);
}
