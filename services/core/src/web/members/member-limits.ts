import {
  type DailyLimits,
  isAboveDefaults,
  limitMax,
  limitsInWords,
  unlimited,
} from '../../domain/approvals/daily-limits.ts';
import { auditPerson } from '../../engine/members/audit-person.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { limitMember } from '../../store/members/membership-store.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { personAt, requirePassword } from '../chain/person-at.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { emptyForm, type FormState, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { memberInPath } from './member-access.ts';

const path = '/app/members/:userId/limits';

/** Sets what a member may spend and send in a day. Only a person does this, so no operation of the API does. */
export function memberLimitsPage(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireRoleAtPage('admin'), async (ctx) => {
    const { credits, recipients } = (await limitedMemberIn(ctx)).dailyLimits ?? unlimited;
    await show(ctx, emptyForm({ creditsPerDay: String(credits ?? ''), recipientsPerDay: String(recipients ?? '') }));
  });
  router.post(path, requireRoleAtPage('admin'), (ctx) => limit(ctx, deps));
}

async function limitedMemberIn(ctx: WebContext) {
  const member = await memberInPath(ctx);
  if (member.role === 'member') return member;
  throw new AppError(
    'invalid_state',
    `Limits apply only to members with the role Member, not to the role ${member.role}.`,
  );
}

async function show(ctx: WebContext, form: FormState): Promise<void> {
  await renderPage(ctx, 'member-limits', { form, row: await limitedMemberIn(ctx) });
}

async function limit(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const { userId, user } = await limitedMemberIn(ctx);
  try {
    const limits = readLimits(ctx);
    if (isAboveDefaults(limits)) await requirePassword(ctx, deps);
    if (!(await limitMember(workspace.id, userId, limits))) throw notFound('member', userId);
    const summary = `Let ${user?.name ?? userId} do ${limitsInWords(limits)}.`;
    const act = { ...personAt(ctx), action: 'limit_member', effect: 'write', summary } as const;
    await auditPerson(workspace.id, { ...act, subjectIds: [userId] }, deps.now());
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    return show(ctx, form);
  }
  ctx.redirect('/app/members?notice=member-limited');
}

/** Limits of a form. An empty field means no limit. */
export function readLimits(ctx: WebContext): DailyLimits {
  return { credits: readLimit(ctx, 'creditsPerDay'), recipients: readLimit(ctx, 'recipientsPerDay') };
}

function readLimit(ctx: WebContext, field: string): number | null {
  const text = fieldIn(ctx, field).trim();
  const value = Number(text);
  if (text === '') return null;
  if (/^\d+$/.test(text) && value <= limitMax) return value;
  throw new AppError('validation_failed', 'Enter a whole number from 0 to 1,000,000, or nothing for no limit.', {
    field,
  });
}
