import Router from '@koa/router';
import type { Middleware } from 'koa';
import { serveAsset } from './assets.ts';
import { loadVisitor } from './chain/load-visitor.ts';
import { readForm } from './chain/read-form.ts';
import { renderErrorPage } from './chain/render-error-page.ts';
import { securityHeaders } from './chain/security-headers.ts';
import { verifyCsrf } from './chain/verify-csrf.ts';
import { renderPage } from './render-page.ts';
import { campaignPages } from './routes/campaigns.ts';
import { companyPages } from './routes/companies.ts';
import { confirmPages } from './routes/confirm-action.ts';
import { contactPages } from './routes/contacts.ts';
import { homePages } from './routes/home.ts';
import { integrationPages } from './routes/integrations.ts';
import { invitationPages } from './routes/join.ts';
import { memberPages } from './routes/members.ts';
import { oauthSignIn } from './routes/oauth-sign-in.ts';
import { passwordPages } from './routes/password.ts';
import { redeemTicketRoute } from './routes/redeem-ticket.ts';
import { replyPages } from './routes/replies.ts';
import { sandboxPages } from './routes/sandbox.ts';
import { settingsPages } from './routes/settings.ts';
import { signInPages } from './routes/sign-in.ts';
import { signUpPages } from './routes/sign-up.ts';
import { workspacePages } from './routes/workspaces.ts';
import type { WebDeps, WebRouter, WebState } from './web-deps.ts';

/** The application's pages under /app, and the internal endpoint at which the gateway redeems sign-in tickets. */
export const webRoutes = (deps: WebDeps): Middleware => {
  const router = new Router<WebState>();
  router.get('/', async (ctx) => ctx.redirect('/app'));
  router.get('/app/assets/:name', serveAsset);
  redeemTicketRoute(router, deps);
  router.use(pages(deps).routes());
  return router.routes() as unknown as Middleware;
};

const pages = (deps: WebDeps): WebRouter => {
  const router = new Router<WebState>();
  router.use(securityHeaders(deps.config), renderErrorPage, readForm, loadVisitor(deps), verifyCsrf(deps.config));
  const areas = [
    signUpPages,
    signInPages,
    passwordPages,
    oauthSignIn,
    invitationPages,
    workspacePages,
    homePages,
    contactPages,
    companyPages,
    campaignPages,
    replyPages,
    sandboxPages,
    confirmPages,
    integrationPages,
    memberPages,
    settingsPages,
  ];
  for (const area of areas) area(router, deps);
  router.all('/app/{*rest}', async (ctx) => {
    ctx.status = 404;
    await renderPage(ctx, 'error', { status: 404, message: 'There is no such page.' });
  });
  return router;
};
