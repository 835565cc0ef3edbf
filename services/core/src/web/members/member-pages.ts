import { cutText } from '@outbound/node-service/text/cut-text';
import { limitsInWords } from '../../domain/approvals/daily-limits.ts';
import { mayAdminister, mayGive, type Role, roles, roleTexts } from '../../domain/members/role.ts';
import { auditPerson } from '../../engine/members/audit-person.ts';
import { giveRole } from '../../engine/members/change-member.ts';
import { invite } from '../../engine/members/invite.ts';
import { membersOf } from '../../engine/members/members-of.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { askedOfName } from '../../execution/members/asked-of-name.ts';
import { deleteInvitation, listInvitations } from '../../store/members/invitation-store.ts';
import type { MembershipRecord } from '../../store/members/membership-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { personAt, requirePassword } from '../chain/person-at.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { emptyForm, type FormState, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { changeOf, memberInPath } from './member-access.ts';

const noteLengthMax = 80;

export function memberPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/members', requireMember, (ctx) => show(ctx, deps));
  router.post('/app/members/invite', requireRoleAtPage('admin'), (ctx) => orShowAgain(ctx, deps, createLink));
  router.post('/app/members/invitations/:invitationId/remove', requireRoleAtPage('admin'), (ctx) =>
    withdraw(ctx, deps),
  );
  router.post('/app/members/:userId/role', requireRoleAtPage('admin'), (ctx) => orShowAgain(ctx, deps, changeRole));
}

async function orShowAgain(
  ctx: WebContext,
  deps: WebDeps,
  change: (ctx: WebContext, deps: WebDeps) => Promise<void>,
): Promise<void> {
  try {
    await change(ctx, deps);
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    const problem = form.problem ?? Object.values(form.errors)[0];
    await show(ctx, deps, { form: { ...form, problem } });
  }
}

interface Shown {
  link?: string;
  form?: FormState;
}

async function show(ctx: WebContext, deps: WebDeps, { link, form = emptyForm() }: Shown = {}): Promise<void> {
  const { workspace, role } = memberIn(ctx);
  await renderPage(ctx, 'members', {
    link,
    form,
    isOwner: role === 'owner',
    members: (await membersOf(workspace.id)).map(withLimits),
    invitations: await listInvitations(workspace.id, deps.now()),
    choices: givenBy(role),
    roleTexts: Object.entries(roleTexts),
    mayChange: mayAdminister(role),
  });
}

function withLimits<Row extends MembershipRecord>(row: Row) {
  const limits = row.dailyLimits === undefined ? 'no limit' : limitsInWords(row.dailyLimits);
  return { ...row, limits, limitsHref: `/app/members/${row.userId}/limits` };
}

/** Ownership is transferred on a separate page. */
function givenBy(role: Role): Exclude<Role, 'owner'>[] {
  return roles.filter((one) => one !== 'owner').filter((one) => mayGive(role, one));
}

function roleIn(ctx: WebContext): Exclude<Role, 'owner'> | undefined {
  return givenBy(memberIn(ctx).role).find((one) => one === fieldIn(ctx, 'role'));
}

/** Admins let others in, so a session alone cannot create one. */
async function createLink(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const role = roleIn(ctx) ?? 'member';
  if (mayAdminister(role)) await requirePassword(ctx, deps);
  const note = cutText(fieldIn(ctx, 'note').trim(), noteLengthMax);
  const token = await invite(workspace.id, { invitedBy: user.id, note, role }, personAt(ctx), deps.now());
  await show(ctx, deps, { link: `${deps.config.baseUrl}/app/join/${token}` });
}

async function withdraw(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const invitationId = ctx.params.invitationId!;
  if (!(await deleteInvitation(workspace.id, invitationId))) throw notFound('invitation', invitationId);
  const act = { action: 'withdraw_invitation', effect: 'destroy', summary: 'Withdrew an invitation.' } as const;
  await auditPerson(workspace.id, { ...personAt(ctx), ...act, subjectIds: [invitationId] }, deps.now());
  ctx.redirect('/app/members?notice=invitation-removed');
}

/** The permissions of their keys and connections change immediately as well. */
async function changeRole(ctx: WebContext, deps: WebDeps): Promise<void> {
  const role = roleIn(ctx);
  if (role === undefined)
    throw new AppError('validation_failed', 'Choose one of the roles that you can give.', { field: 'role' });
  const row = await memberInPath(ctx);
  if (mayAdminister(role) && !mayAdminister(row.role)) await requirePassword(ctx, deps);
  await giveRole(role, changeOf(ctx, deps, row), askedOfName);
  ctx.redirect('/app/members?notice=role-changed');
}
