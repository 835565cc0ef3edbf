import { clientNetwork } from '@outbound/node-service/http/client-network';
import { type Request, Router } from 'express';
import type Provider from 'oidc-provider';
import type { Logger } from 'pino';
import type { Contract } from '../core-client/contract.ts';
import type { CoreClient } from '../core-client/core-client.ts';
import { limitRate } from '../http/limit-rate.ts';
import type { Metrics } from '../http/metrics.ts';
import type { PublicAddress } from '../http/public-address.ts';
import { CoreTokenSigner } from '../members/core-token.ts';
import { Memberships } from '../members/memberships.ts';
import type { Config } from '../settings/config.ts';
import type { Connection, ConnectionStore } from '../store/connection-store.ts';
import type { PreviewStore } from '../store/preview-store.ts';
import type { ProviderStore } from '../store/provider-store.ts';
import type { RateStore } from '../store/rate-store.ts';
import type { SecretStore } from '../store/secret-store.ts';
import { Connections } from './connections.ts';
import type { SignedIn } from './consent-page.ts';
import { createProvider } from './create-provider.ts';
import { ClientDocuments } from './documents/client-documents.ts';
import { documentFetch, type FetchDocument } from './documents/fetch-document.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { obtainKeys } from './keys.ts';
import { oauthRoutes } from './oauth-routes.ts';

const hourMs = 60 * 60_000;
/** Documents and key sets that one client network may have fetched. */
const documentQuota = { perPeriod: 20, periodMs: 60_000 };

export interface AuthorizationServer {
  provider: Provider;
  /** Providers by issuer. On loopback, each name of the machine is an issuer. */
  providers: ReadonlyMap<string, Provider>;
  connections: Connections;
  signer: CoreTokenSigner;
  csrfKey: string;
  documents: ClientDocuments;
}

export interface AuthorizationServerDeps {
  config: Config;
  address: PublicAddress;
  contract: Contract;
  core: CoreClient;
  records: ProviderStore;
  connections: ConnectionStore;
  previews: PreviewStore;
  secrets: SecretStore;
  rates: RateStore;
  log: Logger;
  now: () => Date;
  /** Tests replace the public internet. */
  fetchDocument?: FetchDocument;
}

export async function createAuthorizationServer(deps: AuthorizationServerDeps): Promise<AuthorizationServer> {
  const { config, address, contract, core, records, connections, previews, secrets, rates, log, now } = deps;
  const { baseUrl, resourceUrl, operatorSecret } = config;
  const keys = await obtainKeys(secrets, config.cookieKey);
  const signer = await CoreTokenSigner.create(baseUrl, secrets);
  const scopes = contract.scopes.map(({ scope }) => scope);
  const memberships = new Memberships(core, signer);
  const isConnected = async (grantId: string) => {
    const connection = await connections.find(grantId);
    return connection !== null && (await memberships.askAbout(connection)).is !== 'lost';
  };
  const endConnection = async (grantId: string) => {
    const connection = await connections.find(grantId);
    await connections.remove(grantId);
    if (connection) await reportEnd(core, config.internalSecret, connection);
  };
  const admit = (network: string) => rates.takeInWindow(`documents ${network}`, documentQuota);
  const fetch = deps.fetchDocument ?? documentFetch({ proxy: config.proxy });
  const documents = new ClientDocuments({ mode: config.clientDocuments, now, fetch, admit });
  const shared = {
    documents,
    resourceUrl,
    operatorSecret,
    scopes,
    keys,
    records,
    endConnection,
    isConnected,
    log,
    now,
  };
  const providers = new Map(address.issuers.map((issuer) => [issuer, createProvider({ ...shared, baseUrl: issuer })]));
  const provider = providers.get(baseUrl)!;
  const own = new Connections({ provider, connections, records, previews, signer, memberships, resourceUrl, now });
  return { provider, providers, connections: own, signer, csrfKey: keys.cookieKey, documents };
}

/** Reports an ended connection to the core, because its pending approvals have lost their requester. */
async function reportEnd(core: CoreClient, internalSecret: string, { _id: grantId, workspaceId }: Connection) {
  const headers = { authorization: `Bearer ${internalSecret}` };
  const { status } = await core.post('/internal/connections/ended', { workspaceId, grantId }, headers);
  if (status !== 200) throw new Error(`The core answered ${status} to the end of a connection.`);
}

export interface RoutesDeps {
  config: Config;
  address: PublicAddress;
  contract: Contract;
  core: CoreClient;
  metrics: Metrics;
  rates: RateStore;
}

export function authorizationServerRoutes(
  server: AuthorizationServer,
  { config, address, contract, core, metrics, rates }: RoutesDeps,
): Router {
  const { resourceUrl, internalSecret } = config;
  const known = { address, resourceUrl, scopes: contract.scopes.map(({ scope }) => scope) };
  const limitRegistration = limitRate({
    rates,
    name: 'registration',
    perPeriod: config.registrationsPerHourPerIp,
    periodMs: hourMs,
    keyOf: (req) => clientNetwork(req.ip),
    onLimited: () => metrics.limited.inc({ by: 'registration' }),
  });
  const redeem = (ticket: string, interaction: string) => redeemTicket(core, internalSecret, ticket, interaction);
  const router = Router();
  const serverAt = (req: Request) => {
    const baseUrl = address.issuerOf(req);
    return { baseUrl, provider: server.providers.get(baseUrl) ?? server.provider };
  };
  const checkPassword = (userId: string, password: string, client: string) =>
    passwordFault(core, internalSecret, { userId, password, address: client });
  const { scopes, smallChanges } = contract;
  router.use(interactionRoutes({ ...server, scopes, smallChanges, serverAt, redeem, checkPassword }));
  router.use(oauthRoutes({ serverAt, known, limitRegistration, documents: server.documents }));
  return router;
}

/**
 * Redeems the application's one-time ticket for the signed-in person. Undefined if it is spent, expired, or meant for
 * another sign-in.
 */
async function redeemTicket(
  core: CoreClient,
  internalSecret: string,
  ticket: string,
  interaction: string,
): Promise<SignedIn | undefined> {
  const headers = { authorization: `Bearer ${internalSecret}` };
  const { status, body } = await core.post('/internal/tickets/redeem', { ticket, interaction }, headers);
  if (status === 200) return body as SignedIn;
  if (status === 410 || status === 404 || status === 400 || status === 422) return undefined;
  throw new Error(`The core answered ${status} to the redemption of a ticket.`);
}

/** Asks the core for the password of a signed-in person, and returns why it does not count. */
async function passwordFault(core: CoreClient, internalSecret: string, request: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${internalSecret}` };
  const { status } = await core.post('/internal/passwords/check', request, headers);
  if (status === 200) return undefined;
  if (status === 403) return 'This is not your password.';
  if (status === 429) return 'Too many attempts. Try again in a few minutes.';
  throw new Error(`The core answered ${status} to a password.`);
}
