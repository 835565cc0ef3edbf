import { AppError } from '../../errors/errors.ts';
import { listWorkspacesOf } from '../../store/members/membership-store.ts';
import { findSession } from '../../store/members/session-store.ts';
import { findUser } from '../../store/members/user-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { readCookie } from '../frame/cookies.ts';
import { isWatchedAt } from '../frame/navigation.ts';
import { WaitingCounts } from '../frame/waiting-counts.ts';
import type { Member, Visitor, WebContext, WebDeps, WebMiddleware } from '../frame/web-deps.ts';

/** Adds the signed-in person and their current workspace to the state. */
export function loadVisitor(deps: WebDeps): WebMiddleware {
  const waiting = new WaitingCounts();
  return async (ctx, next) => {
    const token = readCookie(ctx, deps.config, 'outbound_session');
    const visitor = token ? await visitorOf(token, deps.now()) : undefined;
    ctx.state.visitor = visitor;
    const member = visitor && (await memberOf(visitor));
    ctx.state.member = member;
    ctx.state.countWaiting = member && (() => waiting.count(member.workspace.id, deps.now(), isWatchedAt(ctx.path)));
    await next();
    if (member && ctx.method !== 'GET') waiting.forget(member.workspace.id);
  };
}

export const requireVisitor: WebMiddleware = async (ctx, next) => {
  if (ctx.state.visitor) return next();
  if (isFromScript(ctx)) throw signedOut();
  const target = ctx.method === 'GET' ? `?next=${encodeURIComponent(ctx.url)}` : '';
  ctx.redirect(`/app/sign-in${target}`);
};

/** True if the page's script sent the request. If the person is signed out, the script opens the sign-in beside the page. */
export function isFromScript(ctx: WebContext): boolean {
  return ctx.get('HX-Request') !== '';
}

export function signedOut(): AppError {
  return new AppError('unauthenticated', 'You were signed out. Sign in again; your text is kept.');
}

/** For pages of a workspace: requires sign-in, and redirects to creating a workspace if the person has none. */
export const requireMember: WebMiddleware = async (ctx, next) => {
  if (!ctx.state.visitor) return requireVisitor(ctx, next);
  if (ctx.state.member) return next();
  ctx.redirect('/app/workspaces/new');
};

export function visitorIn(ctx: WebContext): Visitor {
  return ctx.state.visitor!;
}
export function memberIn(ctx: WebContext): Member {
  return ctx.state.member!;
}

async function visitorOf(token: string, now: Date): Promise<Visitor | undefined> {
  const session = await findSession(token, now);
  const user = session && (await findUser(session.userId));
  return session && user ? { session, user, workspaces: await listWorkspacesOf(user.id) } : undefined;
}

async function memberOf(visitor: Visitor): Promise<Member | undefined> {
  const { workspaces, session } = visitor;
  const chosen = workspaces.find(({ id }) => id === session.currentWorkspaceId) ?? workspaces[0];
  const workspace = chosen && (await findWorkspace(chosen.id));
  if (!workspace) return undefined;
  const { role, dailyLimits } = chosen;
  return { ...visitor, workspace, role, dailyLimits };
}
