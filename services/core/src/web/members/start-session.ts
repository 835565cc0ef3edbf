import { cutText } from '@outbound/node-service/text/cut-text';
import { createSession, endSession } from '../../store/members/session-store.ts';
import { writeCookie } from '../frame/cookies.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

const browserLengthMax = 300;

/** Signs the browser in with a fresh token, and ends its previous session. */
export async function startSession(
  ctx: WebContext,
  deps: WebDeps,
  userId: string,
  workspaceId: string | null,
): Promise<void> {
  const { visitor } = ctx.state;
  if (visitor) await endSession(visitor.user.id, visitor.session.id);
  const { token, expiresAt } = await createSession(userId, workspaceId, deps.now(), {
    address: ctx.ip,
    browser: cutText(ctx.get('User-Agent'), browserLengthMax),
  });
  writeCookie(ctx, deps.config, 'outbound_session', token, expiresAt);
}
