import { hash, timingSafeEqual } from 'node:crypto';
import { currentStamp } from '../../domain/members/connection-stamps.ts';
import { findStanding, listWorkspacesOf, type WorkspaceOfUser } from '../../store/members/membership-store.ts';
import { redeemTicket } from '../../store/members/ticket-store.ts';
import { findUser } from '../../store/members/user-store.ts';
import { readBody } from '../chain/read-form.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

const bodyBytesMax = 4 * 1024;

/** Server to server: returns the signed-in person, for the gateway's consent page. */
export function redeemTicketRoute(router: WebRouter, deps: WebDeps): void {
  router.post('/internal/tickets/redeem', async (ctx) => {
    if (!isGateway(ctx, deps)) return refuse(ctx, 401, 'unauthenticated');
    const { ticket, interaction } = await readRequest(ctx);
    if (typeof ticket !== 'string' || typeof interaction !== 'string') return refuse(ctx, 400, 'malformed_request');
    const redeemed = await redeemTicket(ticket, interaction, deps.now());
    const user = redeemed && (await findUser(redeemed.userId));
    if (!user) return refuse(ctx, 410, 'expired');
    const workspaces = await Promise.all(
      (await listWorkspacesOf(user.id)).map((workspace) => withStamp(workspace, user.id)),
    );
    ctx.body = { user: { id: user.id, name: user.name, email: user.email }, workspaces };
  });
}

/** The gateway binds a new connection to the current stamp, and presents it with each call. */
async function withStamp(workspace: WorkspaceOfUser, userId: string) {
  const standing = await findStanding(workspace.id, userId);
  const stamp = standing && currentStamp(standing.connectionStamps);
  return { ...workspace, ...(stamp && { stamp }) };
}

export async function readRequest(ctx: WebContext): Promise<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(await readBody(ctx, bodyBytesMax));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export function isGateway(ctx: WebContext, deps: WebDeps): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(ctx.get('Authorization')), digest(`Bearer ${deps.config.internalSecret}`));
}

export function refuse(ctx: WebContext, status: number, error: string): void {
  ctx.status = status;
  ctx.body = { error };
}
