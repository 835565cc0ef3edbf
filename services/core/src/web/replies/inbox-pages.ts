import { requireMember } from '../chain/load-visitor.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';
import { inboxQueryOf } from './inbox-query.ts';
import { showInbox } from './show-inbox.ts';

export function inboxPages(router: WebRouter, deps: WebDeps): void {
  router.get('/app/inbox', requireMember, (ctx) => showInbox(ctx, deps, inboxQueryOf(ctx)));
  // Former path of the inbox. A single reply is still below it.
  router.get('/app/replies', requireMember, async (ctx) => ctx.redirect(`/app/inbox${ctx.search}`));
}
