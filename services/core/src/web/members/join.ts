import { endedInvitation, findOpenInvitation, joinWorkspace } from '../../engine/members/join-workspace.ts';
import { chooseWorkspace } from '../../store/members/session-store.ts';
import { findUsers } from '../../store/members/user-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { requireVisitor, visitorIn } from '../chain/load-visitor.ts';
import { personAt } from '../chain/person-at.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';

export function invitationPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/join/:token', async (ctx) => {
    const invitation = await findOpenInvitation(ctx.params.token!, deps.now());
    const workspace = invitation && (await findWorkspace(invitation.workspaceId));
    if (!workspace) throw endedInvitation();
    const [inviter] = await findUsers([invitation.invitedBy]);
    await renderPage(ctx, 'join', { workspace, inviter, next: ctx.path, token: ctx.params.token });
  });

  router.post('/app/join/:token', requireVisitor, async (ctx) => {
    const { user, session } = visitorIn(ctx);
    const { workspaceId } = await joinWorkspace(ctx.params.token!, user, personAt(ctx), deps.now());
    await chooseWorkspace(user.id, session.id, workspaceId);
    ctx.redirect('/app?notice=joined');
  });
}
