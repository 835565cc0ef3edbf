import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Request, type Response, Router, urlencoded } from 'express';
import type Provider from 'oidc-provider';
import type { Client, Interaction } from 'oidc-provider';
import type { ScopeInfo } from '../core-client/contract.ts';
import { cleanClientName, imitatedBy, isLocalProgram, siteOf } from './client-name.ts';
import type { Connections } from './connections.ts';
import { type ConsentView, consentPage, type SignedIn } from './consent-page.ts';
import { errorPage } from './error-page.ts';
import type { ServerAt } from './oauth-routes.ts';
import { formTargetOf, pageHeaders } from './page.ts';
import { type CheckPassword, findPasswordFault } from './password-fault.ts';

const ticketLengthMax = 512;
const formLimit = '32kb';

export interface InteractionDeps {
  serverAt(req: Request): ServerAt;
  connections: Connections;
  scopes: readonly ScopeInfo[];
  csrfKey: string;
  smallChanges: readonly string[];
  redeem(ticket: string, interaction: string): Promise<SignedIn | undefined>;
  /** Reason why the password does not count, or undefined if it is right. */
  checkPassword: CheckPassword;
}

/**
 * Leads from the authorization request through the application's sign-in, with a ticket, to our consent page and back.
 */
export function interactionRoutes(deps: InteractionDeps): Router {
  const router = Router();
  router.get('/oauth/interaction/:uid/ticket', (req, res) => takeTicket(deps, req, res));
  router.get('/oauth/interaction/:uid', (req, res) => showConsent(deps, req, res));
  router.post('/oauth/interaction/:uid', urlencoded({ extended: false, limit: formLimit }), (req, res) =>
    decide(deps, req, res),
  );
  return router;
}

async function takeTicket(deps: InteractionDeps, req: Request, res: Response): Promise<void> {
  const { ticket } = req.query;
  const isAcceptable = typeof ticket === 'string' && ticket.length > 0 && ticket.length <= ticketLengthMax;
  // The first attempt uses up the ticket, even in the wrong browser.
  const signedIn = isAcceptable ? await deps.redeem(ticket, String(req.params.uid)) : undefined;
  const { provider, baseUrl } = deps.serverAt(req);
  const interaction = await findInteraction(provider, req, res);
  if (!interaction || !signedIn) return showExpired(res);
  await provider.interactionResult(req, res, { signedIn }, { mergeWithLastSubmission: false });
  res.redirect(303, `${baseUrl}/oauth/interaction/${interaction.uid}`);
}

async function showConsent(deps: InteractionDeps, req: Request, res: Response): Promise<void> {
  const { provider, baseUrl } = deps.serverAt(req);
  const interaction = await findInteraction(provider, req, res);
  if (!interaction) return showExpired(res);
  const signedIn = interaction.result?.signedIn as SignedIn | undefined;
  if (!signedIn) {
    res.redirect(303, `${baseUrl}/app/oauth/sign-in?interaction=${encodeURIComponent(interaction.uid)}`);
    return;
  }
  const client = await provider.Client.find(parameter(interaction, 'client_id'));
  if (!client) return showExpired(res);
  sendConsent(res, interaction, consentView(deps, interaction, client, signedIn));
}

function sendConsent(res: Response, interaction: Interaction, view: ConsentView): void {
  res.set(pageHeaders(formTargetOf(parameter(interaction, 'redirect_uri')))).send(consentPage(view));
}

function consentView(deps: InteractionDeps, interaction: Interaction, client: Client, signedIn: SignedIn): ConsentView {
  const { uid } = interaction;
  const redirectUri = parameter(interaction, 'redirect_uri');
  const redirect = URL.parse(redirectUri);
  return {
    action: `/oauth/interaction/${uid}`,
    csrf: csrfOf(deps.csrfKey, uid, signedIn.user.id),
    clientName: shownName(client),
    redirectHost: redirect?.host || redirect?.protocol || 'an unknown address',
    isVerified: client.clientIdMetadataDocument === true,
    isLocal: isLocalProgram(redirectUri),
    imitated: imitatedBy(shownName(client), redirectUri),
    signedIn,
    scopes: askedScopes(deps.scopes, parameter(interaction, 'scope')),
    smallChanges: deps.smallChanges,
  };
}

async function decide(deps: InteractionDeps, req: Request, res: Response): Promise<void> {
  const { provider, baseUrl } = deps.serverAt(req);
  const interaction = await findInteraction(provider, req, res);
  const signedIn = interaction?.result?.signedIn as SignedIn | undefined;
  if (!interaction || !signedIn) return showExpired(res);
  const form = req.body as Record<string, string | string[] | undefined>;
  const { csrf, decision, workspace, scope } = form;
  if (!isSame(String(csrf ?? ''), csrfOf(deps.csrfKey, interaction.uid, signedIn.user.id))) return showExpired(res);
  const finish = (result: Record<string, unknown>) =>
    provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  if (decision !== 'approve')
    return finish({ error: 'access_denied', error_description: 'The user denied the request.' });

  const chosen = signedIn.workspaces.find(({ id }) => id === workspace);
  const [ticked, groups] = [[scope ?? []].flat(), [form.group ?? []].flat()];
  const scopes = askedScopes(deps.scopes, parameter(interaction, 'scope')).filter(
    (info) => groups.includes(info.kind) && ticked.includes(info.scope),
  );
  if (!chosen || scopes.length === 0) {
    res.redirect(303, `${baseUrl}/oauth/interaction/${interaction.uid}`);
    return;
  }
  const client = await provider.Client.find(parameter(interaction, 'client_id'));
  if (!client) return showExpired(res);
  const approval = {
    userId: signedIn.user.id,
    clientId: client.clientId,
    clientName: shownName(client),
    clientHost: siteOf(parameter(interaction, 'redirect_uri')),
    workspaceId: chosen.id,
    scopes: scopes.map((info) => info.scope),
    dailyLimits: { credits: limitIn(form.creditsPerDay), recipients: limitIn(form.recipientsPerDay) },
    runsAtOnce: form.runsAtOnce === 'on',
    stamp: chosen.stamp,
  };
  const askAgain = (status: number, problem: string) => {
    res.status(status);
    return sendConsent(res, interaction, { ...consentView(deps, interaction, client, signedIn), problem });
  };
  const passwordFault = await findPasswordFault(deps.checkPassword, approval, form.password, req.ip);
  if (passwordFault) return askAgain(422, passwordFault);
  const standing = await deps.connections.standingOf(approval);
  // The person was removed or suspended, or changed their password, after they signed in for this page.
  if (standing.is === 'lost') return showExpired(res);
  if (standing.is === 'refused') return askAgain(403, standing.reason);
  const identity = ['openid', 'offline_access'].filter((name) => words(parameter(interaction, 'scope')).includes(name));
  const grantId = await deps.connections.approve(approval, identity);
  await finish({ login: { accountId: signedIn.user.id, remember: false }, consent: { grantId } });
}

function shownName({ clientName, clientId, clientIdMetadataDocument }: Client): string {
  const name = cleanClientName(clientName ?? '');
  return name || (clientIdMetadataDocument ? new URL(clientId).host : 'An application');
}

function parameter({ params }: Interaction, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}

/** Values that are not whole numbers count as no limit value. */
function limitIn(value: string | string[] | undefined): number {
  return typeof value === 'string' && /^\d{1,7}$/.test(value.trim()) ? Number(value) : 0;
}

/** The interaction of this browser (by its cookie), if it matches the one in the URL. */
async function findInteraction(provider: Provider, req: Request, res: Response): Promise<Interaction | undefined> {
  const interaction = await provider.interactionDetails(req, res).catch((error: Error) => {
    if (error.name === 'SessionNotFound') return undefined;
    throw error;
  });
  return interaction?.uid === req.params.uid ? interaction : undefined;
}

function showExpired(res: Response): void {
  const remedy = 'Go back to the application that sent you here and connect again.';
  res
    .status(400)
    .set(pageHeaders())
    .send(errorPage('This sign-in has expired', 'It is no longer open in this browser', remedy));
}

function askedScopes(known: readonly ScopeInfo[], asked: string): ScopeInfo[] {
  return known.filter(({ scope }) => words(asked).includes(scope));
}

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

function csrfOf(key: string, uid: string, userId: string): string {
  return createHmac('sha256', key).update(`consent ${uid} ${userId}`).digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
