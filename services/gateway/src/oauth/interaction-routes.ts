import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Request, type Response, Router, urlencoded } from 'express';
import type Provider from 'oidc-provider';
import type { ClientView, InteractionView } from 'oidc-provider';
import type { ScopeInfo } from '../core-client/contract.ts';
import type { Connections } from './connections.ts';
import { type ConsentView, consentPage, type SignedIn } from './consent-page.ts';
import { errorPage } from './error-page.ts';
import { formTargetOf, pageHeaders } from './page.ts';

const TICKET_MAX = 512;
const FORM_LIMIT = '32kb';

export type InteractionDeps = {
  provider: Provider;
  connections: Connections;
  scopes: readonly ScopeInfo[];
  baseUrl: string;
  csrfKey: string;
  redeem(ticket: string, interaction: string): Promise<SignedIn | undefined>;
};

/** From the authorization request to the application's sign-in, back with a ticket, to our consent page, and on. */
export function interactionRoutes(deps: InteractionDeps): Router {
  const router = Router();
  router.get('/oauth/interaction/:uid/ticket', (req, res) => takeTicket(deps, req, res));
  router.get('/oauth/interaction/:uid', (req, res) => showConsent(deps, req, res));
  router.post('/oauth/interaction/:uid', urlencoded({ extended: false, limit: FORM_LIMIT }), (req, res) =>
    decide(deps, req, res),
  );
  return router;
}

async function takeTicket(deps: InteractionDeps, req: Request, res: Response): Promise<void> {
  const interaction = await findInteraction(deps.provider, req, res);
  if (!interaction) return showExpired(res);
  const { ticket } = req.query;
  const isSane = typeof ticket === 'string' && ticket.length > 0 && ticket.length <= TICKET_MAX;
  const signedIn = isSane ? await deps.redeem(ticket, interaction.uid) : undefined;
  if (!signedIn) return showExpired(res);
  await deps.provider.interactionResult(req, res, { signedIn }, { mergeWithLastSubmission: false });
  res.redirect(303, `${deps.baseUrl}/oauth/interaction/${interaction.uid}`);
}

async function showConsent(deps: InteractionDeps, req: Request, res: Response): Promise<void> {
  const interaction = await findInteraction(deps.provider, req, res);
  if (!interaction) return showExpired(res);
  const signedIn = interaction.result?.signedIn as SignedIn | undefined;
  if (!signedIn) {
    res.redirect(303, `${deps.baseUrl}/app/oauth/sign-in?interaction=${encodeURIComponent(interaction.uid)}`);
    return;
  }
  const client = await deps.provider.Client.find(interaction.params.client_id ?? '');
  if (!client) return showExpired(res);
  const redirectUri = interaction.params.redirect_uri ?? '';
  const view = consentView(deps, interaction, client, signedIn);
  res.set(pageHeaders(formTargetOf(redirectUri))).send(consentPage(view));
}

function consentView(
  deps: InteractionDeps,
  interaction: InteractionView,
  client: ClientView,
  signedIn: SignedIn,
): ConsentView {
  const { uid, params } = interaction;
  const redirect = URL.parse(params.redirect_uri ?? '');
  return {
    action: `/oauth/interaction/${uid}`,
    csrf: csrfOf(deps.csrfKey, uid, signedIn.user.id),
    clientName:
      client.clientName || (client.clientIdMetadataDocument ? new URL(client.clientId).host : 'An application'),
    redirectHost: redirect?.host || redirect?.protocol || 'an unknown address',
    isVerified: client.clientIdMetadataDocument === true,
    signedIn,
    scopes: askedScopes(deps.scopes, params.scope),
  };
}

async function decide(deps: InteractionDeps, req: Request, res: Response): Promise<void> {
  const { provider } = deps;
  const interaction = await findInteraction(provider, req, res);
  const signedIn = interaction?.result?.signedIn as SignedIn | undefined;
  if (!interaction || !signedIn) return showExpired(res);
  const { csrf, decision, workspace, scope } = req.body as Record<string, string | string[] | undefined>;
  if (!isSame(String(csrf ?? ''), csrfOf(deps.csrfKey, interaction.uid, signedIn.user.id))) return showExpired(res);
  const finish = (result: Record<string, unknown>) =>
    provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  if (decision !== 'approve')
    return finish({ error: 'access_denied', error_description: 'The user denied the request.' });

  const chosen = signedIn.workspaces.find(({ id }) => id === workspace);
  const ticked = [scope ?? []].flat();
  const scopes = askedScopes(deps.scopes, interaction.params.scope).filter((info) => ticked.includes(info.scope));
  if (!chosen || scopes.length === 0) {
    res.redirect(303, `${deps.baseUrl}/oauth/interaction/${interaction.uid}`);
    return;
  }
  const client = await provider.Client.find(interaction.params.client_id ?? '');
  if (!client) return showExpired(res);
  const approval = {
    userId: signedIn.user.id,
    clientId: client.clientId,
    clientName: client.clientName ?? client.clientId,
    workspaceId: chosen.id,
    scopes: scopes.map((info) => info.scope),
  };
  const identity = ['openid', 'offline_access'].filter((name) => words(interaction.params.scope).includes(name));
  const grantId = await deps.connections.approve(approval, identity);
  await finish({ login: { accountId: signedIn.user.id, remember: false }, consent: { grantId } });
}

/** The interaction of this browser (by its cookie), if it is the one in the address. */
async function findInteraction(provider: Provider, req: Request, res: Response): Promise<InteractionView | undefined> {
  const interaction = await provider.interactionDetails(req, res).catch((error: Error) => {
    if (error.name === 'SessionNotFound') return undefined;
    throw error;
  });
  return interaction?.uid === req.params.uid ? interaction : undefined;
}

function showExpired(res: Response): void {
  const cure = 'Go back to the application that sent you here and connect again.';
  res
    .status(400)
    .set(pageHeaders())
    .send(errorPage('This sign-in has expired', 'It is no longer open in this browser', cure));
}

function askedScopes(known: readonly ScopeInfo[], asked: string | undefined): ScopeInfo[] {
  return known.filter(({ scope }) => words(asked).includes(scope));
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(' ').filter(Boolean);
}

function csrfOf(key: string, uid: string, userId: string): string {
  return createHmac('sha256', key).update(`consent ${uid} ${userId}`).digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
