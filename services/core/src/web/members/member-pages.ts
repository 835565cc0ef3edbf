import { cutText } from '@outbound/node-service/text/cut-text';
import { limitsInWords, unlimited } from '../../domain/approvals/daily-limits.ts';
import { mayAdminister, mayGive, type Role, roles, roleTexts } from '../../domain/members/role.ts';
import { auditPerson } from '../../engine/members/audit-person.ts';
import { leaveWorkspace } from '../../engine/members/leave-workspace.ts';
import { membersOf } from '../../engine/members/members-of.ts';
import { AppError } from '../../errors/errors.ts';
import {
  createInvitation,
  deleteInvitation,
  invitationsMax,
  listInvitations,
} from '../../store/members/invitation-store.ts';
import { changeRole, type MembershipRecord } from '../../store/members/membership-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { personAt } from '../chain/person-at.ts';
import { fieldIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { actionHref } from '../do/action-link.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

const noteLengthMax = 80;

export function memberPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/members', requireMember, (ctx) => show(ctx, deps));
  router.post('/app/members/invite', requireRoleAtPage('admin'), (ctx) => invite(ctx, deps));
  router.post('/app/members/invitations/:invitationId/remove', requireRoleAtPage('admin'), async (ctx) => {
    await deleteInvitation(memberIn(ctx).workspace.id, ctx.params.invitationId!);
    ctx.redirect('/app/members?notice=invitation-removed');
  });
  router.post('/app/members/:userId/remove', requireMember, (ctx) => remove(ctx, deps));
  router.post('/app/members/:userId/role', requireRoleAtPage('admin'), (ctx) => change(ctx, deps));
}

async function show(ctx: WebContext, deps: WebDeps, more: { link?: string; problem?: string } = {}): Promise<void> {
  const { workspace } = memberIn(ctx);
  const members = (await membersOf(workspace.id)).map(withLimits);
  const invitations = await listInvitations(workspace.id, deps.now());
  const { role } = memberIn(ctx);
  const choices = givenBy(role);
  const facts = {
    isOwner: role === 'owner',
    members,
    invitations,
    choices,
    roleTexts: Object.entries(roleTexts),
    mayChange: mayAdminister(role),
  };
  await renderPage(ctx, 'members', { ...facts, ...more });
}

function withLimits<Row extends MembershipRecord>(row: Row) {
  const { credits, recipients } = row.dailyLimits ?? unlimited;
  const now = { creditsPerDay: String(credits ?? ''), recipientsPerDay: String(recipients ?? '') };
  const limits = row.dailyLimits === undefined ? 'no limit' : limitsInWords(row.dailyLimits);
  return { ...row, limits, limitsHref: actionHref('limit_member', { userId: row.userId, ...now }, '/app/members') };
}

/** Ownership is transferred on a separate page. */
function givenBy(role: Role): Role[] {
  return roles.filter((one) => mayGive(role, one) && one !== 'owner');
}

async function invite(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, user, role: own } = memberIn(ctx);
  const now = deps.now();
  const role = givenBy(own).find((one) => one === fieldIn(ctx, 'role')) ?? 'member';
  if ((await listInvitations(workspace.id, now)).length >= invitationsMax) {
    ctx.status = 422;
    return show(ctx, deps, { problem: `There are ${invitationsMax} open invitations. Remove one first.` });
  }
  const note = cutText(fieldIn(ctx, 'note').trim(), noteLengthMax);
  const token = await createInvitation(workspace.id, { invitedBy: user.id, note, role, now });
  await audit(ctx, deps, 'invite_member', 'write', `Created an invitation for a ${role}.`);
  await show(ctx, deps, { link: `${deps.config.baseUrl}/app/join/${token}` });
}

async function remove(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, user, role } = memberIn(ctx);
  const userId = ctx.params.userId!;
  if (!mayAdminister(role) && userId !== user.id) {
    throw new AppError('requires_person', 'Only owners and admins of the workspace remove other members.');
  }
  if (await leaveWorkspace(workspace.id, userId, deps.now())) {
    await audit(ctx, deps, 'remove_member', 'destroy', `Removed the member ${userId}.`, [userId]);
  }
  ctx.redirect(userId === user.id ? '/app' : '/app/members?notice=member-removed');
}

/** The permissions of their keys and connections change immediately as well. */
async function change(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, role } = memberIn(ctx);
  const userId = ctx.params.userId!;
  const wanted = roles.find((one) => one === fieldIn(ctx, 'role'));
  if (wanted === undefined || wanted === 'owner' || !mayGive(role, wanted)) {
    throw new AppError('validation_failed', 'Choose one of the roles that you can give.', { field: 'role' });
  }
  if (await changeRole(workspace.id, userId, wanted)) {
    await audit(ctx, deps, 'change_role', 'write', `Made ${userId} ${wanted}.`, [userId]);
  }
  ctx.redirect('/app/members?notice=role-changed');
}

function audit(
  ctx: WebContext,
  deps: WebDeps,
  action: string,
  effect: 'write' | 'destroy',
  summary: string,
  subjectIds: string[] = [],
): Promise<void> {
  const act = { ...personAt(ctx), action, effect, summary, subjectIds };
  return auditPerson(memberIn(ctx).workspace.id, act, deps.now());
}
