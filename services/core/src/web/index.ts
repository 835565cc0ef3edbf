import Router from '@koa/router';
import type { Middleware } from 'koa';
import { hasUsers } from '../store/identity/user-store.ts';
import { approvalPage } from './approvals/approval-page.ts';
import { approvalsPage } from './approvals/approvals-page.ts';
import { serveAsset } from './assets.ts';
import { autopilotPages } from './autopilot-pages.ts';
import { campaignList } from './campaigns/campaign-list.ts';
import { campaignPage } from './campaigns/campaign-page.ts';
import { checkTextPages } from './campaigns/check-text.ts';
import { previewPage } from './campaigns/preview-page.ts';
import { readFlash } from './chain/flash.ts';
import { loadVisitor } from './chain/load-visitor.ts';
import { loadLook } from './chain/look.ts';
import { readForm } from './chain/read-form.ts';
import { renderErrorPage } from './chain/render-error-page.ts';
import { securityHeaders } from './chain/security-headers.ts';
import { verifyCsrf } from './chain/verify-csrf.ts';
import { designPage } from './design/design-page.ts';
import { firstSteps } from './home/first-steps.ts';
import { homePages } from './home/home-page.ts';
import { inboxPages } from './inbox/inbox-pages.ts';
import { threadPages } from './inbox/thread-pages.ts';
import { handoverPage } from './members/handover-page.ts';
import { memberPages } from './members/member-pages.ts';
import { referencePages } from './reference/reference-pages.ts';
import { renderPage } from './render-page.ts';
import { confirmSignUpPages } from './routes/account/confirm-sign-up.ts';
import { forgottenPasswordPages } from './routes/account/forgotten-password.ts';
import { notificationPages } from './routes/account/notifications.ts';
import { passkeyPages } from './routes/account/passkeys.ts';
import { passwordPages } from './routes/account/password.ts';
import { profilePages } from './routes/account/profile.ts';
import { securityPages } from './routes/account/security.ts';
import { signInPages } from './routes/account/sign-in.ts';
import { signUpPages } from './routes/account/sign-up.ts';
import { companyPages } from './routes/companies.ts';
import { connectionEndedRoute } from './routes/connection-ended.ts';
import { contactPages } from './routes/contacts.ts';
import { agentPages } from './routes/generic/agents.ts';
import { commandPages } from './routes/generic/commands.ts';
import { actionPages } from './routes/generic/do-action.ts';
import { findPages } from './routes/generic/find.ts';
import { livePages } from './routes/generic/live.ts';
import { menuPages } from './routes/generic/menu.ts';
import { recordRoutes } from './routes/generic/records.ts';
import { reportPages } from './routes/generic/reports.ts';
import { searchPages } from './routes/generic/search.ts';
import { integrationPages } from './routes/integrations.ts';
import { invitationPages } from './routes/join.ts';
import { mailboxSignIn } from './routes/mailbox-sign-in.ts';
import { oauthSignIn } from './routes/oauth-sign-in.ts';
import { redeemTicketRoute } from './routes/redeem-ticket.ts';
import { sandboxPages } from './routes/sandbox.ts';
import { settingsPages } from './routes/settings.ts';
import { workspacePages } from './routes/workspaces.ts';
import type { WebDeps, WebRouter, WebState } from './web-deps.ts';

/** What each area answers; a later one does not take what an earlier one has. */
const areas = [
  signUpPages,
  confirmSignUpPages,
  signInPages,
  passwordPages,
  forgottenPasswordPages,
  securityPages,
  passkeyPages,
  notificationPages,
  profilePages,
  oauthSignIn,
  invitationPages,
  workspacePages,
  homePages,
  firstSteps,
  contactPages,
  companyPages,
  campaignList,
  campaignPage,
  previewPage,
  checkTextPages,
  approvalsPage,
  approvalPage,
  autopilotPages,
  inboxPages,
  threadPages,
  sandboxPages,
  mailboxSignIn,
  actionPages,
  livePages,
  menuPages,
  searchPages,
  findPages,
  agentPages,
  reportPages,
  recordRoutes,
  commandPages,
  referencePages,
  integrationPages,
  handoverPage,
  memberPages,
  settingsPages,
  designPage,
];

/** The application's pages under /app. */
export function webRoutes(deps: WebDeps): Middleware {
  const router = new Router<WebState>();
  router.get('/', async (ctx) => ctx.redirect(await startPage(deps)));
  router.get('/app/assets/:name', serveAsset);
  router.use(pageRoutes(deps).routes());
  return router.routes() as Middleware;
}

/** Where nobody has an account yet, one is made first. */
async function startPage({ config }: WebDeps): Promise<string> {
  return config.isSignUpOpen && !(await hasUsers()) ? '/app/sign-up' : '/app';
}

/** For the gateway alone: sign-in tickets, and connections that ended. */
export function internalRoutes(deps: WebDeps): Middleware {
  const router = new Router<WebState>();
  redeemTicketRoute(router, deps);
  connectionEndedRoute(router, deps);
  return router.routes() as Middleware;
}

/** Each page by its path. */
export function pageRoutes(deps: WebDeps): WebRouter {
  const router = new Router<WebState>();
  router.use(
    securityHeaders(deps.config),
    renderErrorPage,
    loadLook(deps.config),
    readForm,
    loadVisitor(deps),
    verifyCsrf(deps.config),
    readFlash(deps),
  );
  for (const area of areas) area(router, deps);
  router.all('/app/{*rest}', async (ctx) => {
    ctx.status = 404;
    await renderPage(ctx, 'error', { status: 404, message: 'There is no such page.' });
  });
  return router;
}
