import { auditPerson } from '../../engine/members/audit-person.ts';
import { handOver } from '../../engine/members/hand-over.ts';
import { membersOf } from '../../engine/members/members-of.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { personAt, requirePassword } from '../chain/person-at.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { emptyForm, type FormState, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

const path = '/app/members/handover';

/** Transfers ownership of the workspace to another member. The previous owner stays an admin. */
export function handoverPage(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireRoleAtPage('owner'), (ctx) => show(ctx, emptyForm()));
  router.post(path, requireRoleAtPage('owner'), (ctx) => hand(ctx, deps));
}

async function show(ctx: WebContext, form: FormState): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const members = (await membersOf(workspace.id)).filter(
    ({ userId, role, state }) => userId !== user.id && role !== 'owner' && state === 'active',
  );
  await renderPage(ctx, 'handover', { form, members });
}

async function hand(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, user } = memberIn(ctx);
  const userId = fieldIn(ctx, 'userId');
  try {
    await requirePassword(ctx, deps);
    await handOver(workspace.id, user.id, userId, () =>
      auditPerson(
        workspace.id,
        {
          ...personAt(ctx),
          action: 'hand_over',
          effect: 'write',
          summary: `Made ${userId} the owner.`,
          subjectIds: [userId],
        },
        deps.now(),
      ),
    );
  } catch (error) {
    const form = formStateAfter(formIn(ctx), error);
    ctx.status = 422;
    return show(ctx, form);
  }
  ctx.redirect('/app/members?notice=handed-over');
}
