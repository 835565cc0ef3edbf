import { checkCredentials } from '../../engine/members/check-credentials.ts';
import { AppError } from '../../errors/errors.ts';
import { findUser } from '../../store/members/user-store.ts';
import { logSignIn } from '../chain/log-sign-in.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';
import { isGateway, readRequest, refuse } from './redeem-ticket.ts';

/** Server to server: checks the password that a person enters on the consent page for limits above the defaults. */
export function checkPasswordRoute(router: WebRouter, deps: WebDeps): void {
  router.post('/internal/passwords/check', async (ctx) => {
    if (!isGateway(ctx, deps)) return refuse(ctx, 401, 'unauthenticated');
    const { userId, password, address = '' } = await readRequest(ctx);
    if (typeof userId !== 'string' || typeof password !== 'string' || typeof address !== 'string')
      return refuse(ctx, 400, 'malformed_request');
    const user = await findUser(userId);
    if (!user) return refuse(ctx, 403, 'wrong_password');
    try {
      if (await checkCredentials(user.email, password, address, deps.now())) {
        ctx.body = { ok: true };
        return;
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') return refuse(ctx, 429, 'rate_limited');
      throw error;
    }
    logSignIn(ctx, 'password_failed', user.email, address);
    refuse(ctx, 403, 'wrong_password');
  });
}
