import { cancelWaiting } from '../../engine/approvals/cancel-waiting.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';
import { isGateway, readRequest, refuse } from './redeem-ticket.ts';

/** Server to server: an MCP client ended its connection, so its pending approvals are canceled. */
export function connectionEndedRoute(router: WebRouter, deps: WebDeps): void {
  router.post('/internal/connections/ended', async (ctx) => {
    const { workspaceId, grantId } = await readRequest(ctx);
    const isComplete = typeof workspaceId === 'string' && typeof grantId === 'string';
    if (!isGateway(ctx, deps)) return refuse(ctx, 401, 'unauthenticated');
    if (!isComplete) return refuse(ctx, 400, 'malformed_request');
    ctx.body = { cancelled: await cancelWaiting(workspaceId, { connectionId: grantId }, deps.now()) };
  });
}
