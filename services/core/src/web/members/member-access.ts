import { mayAdminister } from '../../domain/members/role.ts';
import { counted } from '../../domain/text/counted.ts';
import { listAuthority } from '../../engine/members/authority/end-authority.ts';
import type { ListedGrant } from '../../engine/members/authority/grant-kind.ts';
import { endMember, type MemberChange, reinstateMember, takeOverKey } from '../../engine/members/change-member.ts';
import { membersOf } from '../../engine/members/members-of.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { personAt, requirePassword } from '../chain/person-at.ts';
import { formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { emptyForm, type FormState, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { endGrants, listGrants } from './gateway-grants.ts';

const base = '/app/members/:userId';

type Task = 'access' | 'remove' | 'suspend';
type Row = Awaited<ReturnType<typeof membersOf>>[number];

/** Everything that a member let in, and the ways to end it. */
export function memberAccessPages(router: WebRouter, deps: WebDeps): void {
  for (const task of ['access', 'remove', 'suspend'] as const)
    router.get(`${base}/${task}`, requireMember, (ctx) => show(ctx, deps, task));
  router.post(`${base}/access`, requireMember, (ctx) => end(ctx, deps, 'access'));
  router.post(`${base}/remove`, requireMember, (ctx) => end(ctx, deps, 'remove'));
  router.post(`${base}/suspend`, requireRoleAtPage('admin'), (ctx) => end(ctx, deps, 'suspend'));
  router.post(`${base}/reinstate`, requireRoleAtPage('admin'), (ctx) => reinstate(ctx, deps));
  router.post(`${base}/keys/:keyId/take-over`, requireRoleAtPage('admin'), (ctx) => takeOver(ctx, deps));
}

/** The member in the path. People change themselves, and owners and admins change others. Only owners end their own. */
export async function memberInPath(ctx: WebContext): Promise<Row> {
  const { workspace, user, role } = memberIn(ctx);
  const { userId = '' } = ctx.params;
  if (userId !== user.id && !mayAdminister(role))
    throw new AppError('requires_person', 'Only owners and admins of the workspace see and change other members.');
  const found = (await membersOf(workspace.id)).find((one) => one.userId === userId);
  if (found === undefined) throw notFound('member', userId);
  return found;
}

export function changeOf(ctx: WebContext, deps: WebDeps, { userId, user }: Row): MemberChange {
  const { workspace, user: person, session } = memberIn(ctx);
  return {
    workspaceId: workspace.id,
    userId,
    name: user?.name ?? userId,
    act: personAt(ctx),
    keptSessionId: userId === person.id ? session.id : null,
    now: deps.now(),
  };
}

async function show(ctx: WebContext, deps: WebDeps, task: Task, form: FormState = emptyForm()): Promise<void> {
  const row = await memberInPath(ctx);
  const { workspace, user, role } = memberIn(ctx);
  const listConnections = () => connectionsOf(deps, workspace.id, row.userId);
  const lists = await listAuthority(
    { workspaceId: workspace.id, userId: row.userId },
    { now: deps.now(), listConnections },
  );
  await renderPage(ctx, 'member-access', {
    task,
    form,
    row,
    lists,
    count: lists.reduce((sum, { grants }) => sum + (grants?.length ?? 0), 0),
    isSelf: row.userId === user.id,
    mayTakeOver: mayAdminister(role) && row.userId !== user.id,
    mayEnd: row.userId === user.id || row.role !== 'owner',
  });
}

/** Connections in force, as the gateway stores them. Null if it is unreachable. */
async function connectionsOf(deps: WebDeps, workspaceId: string, userId: string): Promise<ListedGrant[] | null> {
  const grants = await listGrants(deps, userId, workspaceId);
  return (
    grants?.map(({ id, clientName, scopes, lastUsedAt }) => ({
      id,
      name: clientName,
      detail: counted(scopes.length, 'scope'),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
    })) ?? null
  );
}

const ends = {
  access: { end: 'end all access', notice: 'access-ended' },
  remove: { end: 'removal', notice: 'member-removed' },
  suspend: { end: 'suspension', notice: 'member-suspended' },
} as const;

async function end(ctx: WebContext, deps: WebDeps, task: Task): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const row = await memberInPath(ctx);
  const isSelf = row.userId === user.id;
  try {
    if (task === 'access' && row.role === 'owner' && !isSelf)
      throw new AppError('requires_person', 'Only the owner can end their own access.');
    if (task === 'suspend' && isSelf) throw new AppError('invalid_state', 'You cannot suspend yourself.');
    await endMember(ends[task].end, changeOf(ctx, deps, row));
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = (error as AppError).status;
    return show(ctx, deps, task, form);
  }
  endGrants(deps, row.userId, workspace.id);
  const page = task === 'access' ? `/app/members/${row.userId}/access` : '/app/members';
  ctx.redirect(task === 'remove' && isSelf ? '/app' : `${page}?notice=${ends[task].notice}`);
}

/** Restores the role, so an admin needs the password, as for an invitation. */
async function reinstate(ctx: WebContext, deps: WebDeps): Promise<void> {
  const row = await memberInPath(ctx);
  try {
    if (mayAdminister(row.role)) await requirePassword(ctx, deps);
    await reinstateMember(changeOf(ctx, deps, row));
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    return show(ctx, deps, 'access', form);
  }
  ctx.redirect('/app/members?notice=member-reinstated');
}

async function takeOver(ctx: WebContext, deps: WebDeps): Promise<void> {
  const row = await memberInPath(ctx);
  try {
    await requirePassword(ctx, deps);
    await takeOverKey(ctx.params.keyId!, memberIn(ctx).user.id, changeOf(ctx, deps, row));
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = (error as AppError).status;
    return show(ctx, deps, 'remove', form);
  }
  ctx.redirect(`/app/members/${row.userId}/remove?notice=key-taken-over`);
}
