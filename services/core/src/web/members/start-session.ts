import { cutText } from '@outbound/node-service/text/cut-text';
import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { createSession, endSession } from '../../store/members/session-store.ts';
import { holdPassword, type UserRecord } from '../../store/members/user-store.ts';
import { writeCookie } from '../frame/cookies.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

const browserLengthMax = 300;

/** Signs the browser in with a fresh token, and ends its previous session. */
export async function startSession(
  ctx: WebContext,
  deps: WebDeps,
  user: UserRecord,
  workspaceId: string | null,
): Promise<void> {
  const { visitor } = ctx.state;
  if (visitor) await endSession(visitor.user.id, visitor.session.id);
  const origin = { address: ctx.ip, browser: cutText(ctx.get('User-Agent'), browserLengthMax) };
  const { token, expiresAt } = await inTransaction(async () => {
    if (!(await holdPassword(user, deps.now())))
      throw new AppError('expired', 'The password was just changed. Sign in with the new one.');
    return createSession(user.id, workspaceId, deps.now(), origin);
  });
  writeCookie(ctx, deps.config, 'outbound_session', token, expiresAt);
}
