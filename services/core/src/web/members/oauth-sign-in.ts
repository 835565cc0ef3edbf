import { AppError } from '../../errors/errors.ts';
import { createTicket } from '../../store/members/ticket-store.ts';
import { requireVisitor, visitorIn } from '../chain/load-visitor.ts';
import type { WebDeps, WebRouter } from '../frame/web-deps.ts';

const interactionPattern = /^[\w-]{1,100}$/;

/** The gateway sends the browser here to sign in, and gets it back with a one-time ticket. */
export function oauthSignIn(router: WebRouter, deps: WebDeps): void {
  router.get('/app/oauth/sign-in', requireVisitor, async (ctx) => {
    const { interaction } = ctx.query;
    if (typeof interaction !== 'string' || !interactionPattern.test(interaction)) {
      throw new AppError('malformed_request', 'This sign-in link is incomplete. Start again from your MCP client.');
    }
    const ticket = await createTicket(visitorIn(ctx).user.id, interaction, deps.now());
    // The ticket is in this URL. It must not leak in a referrer.
    ctx.set('Referrer-Policy', 'no-referrer');
    // Redirects to the host name that the browser uses, because the gateway's cookie is bound to it.
    ctx.redirect(`/oauth/interaction/${interaction}/ticket?ticket=${ticket}`);
  });
}
