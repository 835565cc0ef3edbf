import { nameLengthMax, openWorkspace } from '../../engine/members/sign-up.ts';
import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { workspacesPerUserMax } from '../../store/members/membership-store.ts';
import { chooseWorkspace } from '../../store/members/session-store.ts';
import { requireVisitor, visitorIn } from '../chain/load-visitor.ts';
import { personAt } from '../chain/person-at.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { emptyForm, formStateAfter } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

export function workspacePages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/workspaces/new', requireVisitor, (ctx) => renderPage(ctx, 'workspace-new', { form: emptyForm() }));
  router.post('/app/workspaces', requireVisitor, (ctx) => create(ctx, deps));
  router.post('/app/workspaces/switch', requireVisitor, async (ctx) => {
    const { user, session, workspaces } = visitorIn(ctx);
    const chosen = workspaces.find(({ id }) => id === fieldIn(ctx, 'workspaceId'));
    if (!chosen) throw new AppError('not_found', 'You are not a member of such a workspace.');
    await chooseWorkspace(user.id, session.id, chosen.id);
    ctx.redirect('/app');
  });
}

async function create(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { user, session, workspaces } = visitorIn(ctx);
  const name = fieldIn(ctx, 'name').trim();
  try {
    checkName(name, workspaces.length);
    // Only the sign-up grants trial credits. Additional workspaces start without credits.
    const workspace = await inTransaction(() => openWorkspace(user, { name, credits: 0 }, personAt(ctx), deps.now()));
    await chooseWorkspace(user.id, session.id, workspace.id);
  } catch (error) {
    ctx.status = 422;
    return renderPage(ctx, 'workspace-new', { form: formStateAfter(formIn(ctx), error) });
  }
  ctx.redirect('/app');
}

function checkName(name: string, ownedCount: number): void {
  const field = 'name';
  if (name === '') throw new AppError('validation_failed', 'Give the workspace a name.', { field });
  if (name.length > nameLengthMax) {
    throw new AppError('validation_failed', `Use at most ${nameLengthMax} characters.`, { field });
  }
  if (ownedCount >= workspacesPerUserMax) {
    throw new AppError('limit_reached', `You can be in at most ${workspacesPerUserMax} workspaces.`);
  }
}
