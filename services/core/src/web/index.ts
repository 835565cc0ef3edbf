import Router from '@koa/router';
import type { Middleware } from 'koa';
import { hasUsers } from '../store/members/user-store.ts';
import { approvalPage } from './approvals/approval-page.ts';
import { approvalsPage } from './approvals/approvals-page.ts';
import { manifestPages } from './approvals/manifest-pages.ts';
import { pendingMessagePages } from './approvals/pending-message-pages.ts';
import { campaignList } from './campaigns/campaign-list.ts';
import { campaignPage } from './campaigns/campaign-page.ts';
import { checkTextPages } from './campaigns/check-text.ts';
import { previewPage } from './campaigns/preview-page.ts';
import { reportPages } from './campaigns/reports/reports-page.ts';
import { audiencePages } from './campaigns/workbench/audience-pages.ts';
import { sequencePages } from './campaigns/workbench/sequence-pages.ts';
import { campaignSettingsPages } from './campaigns/workbench/settings-pages.ts';
import { readFlash } from './chain/flash.ts';
import { loadVisitor } from './chain/load-visitor.ts';
import { readForm } from './chain/read-form.ts';
import { renderErrorPage } from './chain/render-error-page.ts';
import { securityHeaders } from './chain/security-headers.ts';
import { verifyCsrf } from './chain/verify-csrf.ts';
import { companyPages } from './companies/companies.ts';
import { contactPages } from './contacts/contacts.ts';
import { importPages } from './contacts/import-pages.ts';
import { designPage } from './design/design-page.ts';
import { immediateRoute } from './do/act-now.ts';
import { actionPages } from './do/do-action.ts';
import { undoRoute } from './do/undo.ts';
import { notificationPages } from './events/notifications.ts';
import { serveAsset } from './frame/assets.ts';
import { legalPages } from './frame/legal-pages.ts';
import { loadLook } from './frame/look.ts';
import { renderPage } from './frame/render-page.ts';
import type { WebDeps, WebRouter, WebState } from './frame/web-deps.ts';
import { commandPages } from './home/commands.ts';
import { firstSteps } from './home/first-steps.ts';
import { homePages } from './home/home-page.ts';
import { livePages } from './live/live.ts';
import { deliverabilityPages } from './mailboxes/deliverability.ts';
import { mailboxSignIn } from './mailboxes/mailbox-sign-in.ts';
import { confirmSignUpPages } from './members/account/confirm-sign-up.ts';
import { forgottenPasswordPages } from './members/account/forgotten-password.ts';
import { passkeyPages } from './members/account/passkeys.ts';
import { passwordPages } from './members/account/password.ts';
import { profilePages } from './members/account/profile.ts';
import { securityPages } from './members/account/security.ts';
import { signInPages } from './members/account/sign-in.ts';
import { signUpPages } from './members/account/sign-up.ts';
import { agentPages } from './members/agents.ts';
import { checkPasswordRoute } from './members/check-password.ts';
import { connectionEndedRoute } from './members/connection-ended.ts';
import { draftRoutes, settleDraft } from './members/drafts.ts';
import { handoverPage } from './members/handover-page.ts';
import { integrationPages } from './members/integrations.ts';
import { invitationPages } from './members/join.ts';
import { memberAccessPages } from './members/member-access.ts';
import { memberLimitsPage } from './members/member-limits.ts';
import { memberPages } from './members/member-pages.ts';
import { oauthSignIn } from './members/oauth-sign-in.ts';
import { redeemTicketRoute } from './members/redeem-ticket.ts';
import { menuPages } from './palette/menu.ts';
import { keepRecent } from './palette/recent.ts';
import { searchPages } from './palette/search.ts';
import { findPages } from './prospects/find.ts';
import { loadSidebarViews, sidebarViewPages } from './records/query/sidebar-views.ts';
import { viewPages } from './records/query/view-pages.ts';
import { recordRoutes } from './records/records.ts';
import { referencePages } from './reference/reference-pages.ts';
import { autopilotPages } from './replies/autopilot-pages.ts';
import { inboxPages } from './replies/inbox-pages.ts';
import { threadPages } from './replies/thread-pages.ts';
import { sandboxPages } from './sandbox/sandbox.ts';
import { scoringPages } from './scoring/profile-page.ts';
import { providerPages } from './workspaces/providers-page.ts';
import { settingsPages } from './workspaces/settings.ts';
import { workspacePages } from './workspaces/workspaces.ts';

/** Routes by area. Earlier areas take precedence over later ones. */
const areas = [
  legalPages,
  signUpPages,
  confirmSignUpPages,
  signInPages,
  passwordPages,
  forgottenPasswordPages,
  securityPages,
  passkeyPages,
  notificationPages,
  profilePages,
  draftRoutes,
  oauthSignIn,
  invitationPages,
  workspacePages,
  homePages,
  firstSteps,
  undoRoute,
  immediateRoute,
  importPages,
  contactPages,
  companyPages,
  campaignList,
  campaignPage,
  sequencePages,
  audiencePages,
  campaignSettingsPages,
  previewPage,
  checkTextPages,
  approvalsPage,
  pendingMessagePages,
  approvalPage,
  manifestPages,
  autopilotPages,
  inboxPages,
  threadPages,
  sandboxPages,
  mailboxSignIn,
  deliverabilityPages,
  actionPages,
  livePages,
  menuPages,
  searchPages,
  findPages,
  agentPages,
  reportPages,
  sidebarViewPages,
  viewPages,
  providerPages,
  scoringPages,
  recordRoutes,
  commandPages,
  referencePages,
  integrationPages,
  handoverPage,
  memberPages,
  memberLimitsPage,
  memberAccessPages,
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

/** If no one has an account yet, sign-up comes first. */
async function startPage({ config }: WebDeps): Promise<string> {
  return config.isSignUpOpen && !(await hasUsers()) ? '/app/sign-up' : '/app';
}

/** Only for the gateway: sign-in tickets, and ended connections. */
export function internalRoutes(deps: WebDeps): Middleware {
  const router = new Router<WebState>();
  redeemTicketRoute(router, deps);
  checkPasswordRoute(router, deps);
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
    loadSidebarViews(deps),
    verifyCsrf(deps.config),
    readFlash(deps),
    settleDraft,
    keepRecent(deps.config),
  );
  for (const area of areas) area(router, deps);
  router.all('/app/{*rest}', async (ctx) => {
    ctx.status = 404;
    await renderPage(ctx, 'error', { status: 404, message: 'There is no such page.' });
  });
  return router;
}
