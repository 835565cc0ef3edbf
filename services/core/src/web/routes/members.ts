import { AppError } from '../../errors.ts';
import { auditPerson, personActor } from '../../identity/audit-person.ts';
import {
  createInvitation,
  deleteInvitation,
  invitationsMax,
  listInvitations,
} from '../../store/identity/invitation-store.ts';
import { listMembers, removeMember } from '../../store/identity/membership-store.ts';
import { findUsers } from '../../store/identity/user-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { renderPage } from '../render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../web-deps.ts';

const noteLengthMax = 80;

export const memberPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/members', requireMember, (ctx) => show(ctx, deps));
  router.post('/app/members/invite', requireMember, (ctx) => invite(ctx, deps));
  router.post('/app/members/invitations/:invitationId/remove', requireMember, async (ctx) => {
    await deleteInvitation(memberIn(ctx).workspace.id, ctx.params.invitationId!);
    ctx.redirect('/app/members?notice=invitation-removed');
  });
  router.post('/app/members/:userId/remove', requireMember, (ctx) => remove(ctx, deps));
};

async function show(ctx: WebContext, deps: WebDeps, more: { link?: string; problem?: string } = {}): Promise<void> {
  const { workspace } = memberIn(ctx);
  const memberships = await listMembers(workspace.id);
  const users = new Map((await findUsers(memberships.map(({ userId }) => userId))).map((user) => [user.id, user]));
  const members = memberships.map((membership) => ({ ...membership, user: users.get(membership.userId) }));
  const invitations = await listInvitations(workspace.id, deps.now());
  await renderPage(ctx, 'members', { members, invitations, ...more });
}

async function invite(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const now = deps.now();
  if ((await listInvitations(workspace.id, now)).length >= invitationsMax) {
    ctx.status = 422;
    return show(ctx, deps, { problem: `There are ${invitationsMax} open invitations. Remove one first.` });
  }
  const note = fieldIn(ctx, 'note').trim().slice(0, noteLengthMax);
  const token = await createInvitation(workspace.id, { invitedBy: user.id, note, now });
  await audit(ctx, deps, 'invite_member', 'write', 'Created an invitation.');
  await show(ctx, deps, { link: `${deps.config.baseUrl}/app/join/${token}` });
}

async function remove(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, user, role } = memberIn(ctx);
  const userId = ctx.params.userId!;
  if (role !== 'owner' && userId !== user.id) {
    throw new AppError('requires_person', 'Only the owner of the workspace removes other members.');
  }
  if (await removeMember(workspace.id, userId)) {
    await audit(ctx, deps, 'remove_member', 'destroy', `Removed the member ${userId}.`, [userId]);
  }
  ctx.redirect(userId === user.id ? '/app' : '/app/members?notice=member-removed');
}

function audit(
  ctx: WebContext,
  deps: WebDeps,
  action: string,
  effect: 'write' | 'destroy',
  summary: string,
  subjectIds: string[] = [],
): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const act = { actor: personActor(user), via: 'app', requestId: ctx.state.requestId } as const;
  return auditPerson(workspace.id, { ...act, action, effect, summary, subjectIds }, deps.now());
}
