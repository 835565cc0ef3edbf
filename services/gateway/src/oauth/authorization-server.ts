import { Router } from 'express';
import type Provider from 'oidc-provider';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Contract } from '../core-client/contract.ts';
import type { CoreClient } from '../core-client/core-client.ts';
import { limitRate } from '../http/limit-rate.ts';
import type { Metrics } from '../http/metrics.ts';
import { CoreTokenSigner } from '../identity/core-token.ts';
import type { ConnectionStore } from '../store/connection-store.ts';
import type { ProviderStore } from '../store/provider-store.ts';
import type { SecretStore } from '../store/secret-store.ts';
import { Connections } from './connections.ts';
import { createProvider } from './create-provider.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { obtainKeys } from './keys.ts';
import { oauthRoutes } from './oauth-routes.ts';
import { redeemTicket } from './sign-in-tickets.ts';

const HOUR_MS = 60 * 60_000;

export type AuthorizationServer = {
  provider: Provider;
  connections: Connections;
  signer: CoreTokenSigner;
  csrfKey: string;
};

export type AuthorizationServerDeps = {
  config: Config;
  contract: Contract;
  records: ProviderStore;
  connections: ConnectionStore;
  secrets: SecretStore;
  log: Logger;
  now: () => Date;
};

export async function createAuthorizationServer(deps: AuthorizationServerDeps): Promise<AuthorizationServer> {
  const { config, contract, records, connections, secrets, log, now } = deps;
  const { baseUrl, resourceUrl, operatorSecret } = config;
  const keys = await obtainKeys(secrets, config.cookieKey);
  const signer = await CoreTokenSigner.create(baseUrl, secrets);
  const scopes = contract.scopes.map(({ scope }) => scope);
  const provider = createProvider({
    baseUrl,
    resourceUrl,
    operatorSecret,
    scopes,
    keys,
    records,
    connections,
    log,
    now,
  });
  const own = new Connections({ provider, connections, records, signer, resourceUrl, now });
  return { provider, connections: own, signer, csrfKey: keys.cookieKey };
}

export type RoutesDeps = { config: Config; contract: Contract; core: CoreClient; metrics: Metrics };

export function authorizationServerRoutes(
  server: AuthorizationServer,
  { config, contract, core, metrics }: RoutesDeps,
): Router {
  const { baseUrl, resourceUrl, internalSecret } = config;
  const known = { baseUrl, resourceUrl, scopes: contract.scopes.map(({ scope }) => scope) };
  const limitRegistration = limitRate({
    perPeriod: config.registrationsPerHourPerIp,
    periodMs: HOUR_MS,
    keyOf: (req) => req.ip ?? '',
    onLimited: () => metrics.limited.inc({ by: 'registration' }),
  });
  const redeem = (ticket: string, interaction: string) => redeemTicket(core, internalSecret, ticket, interaction);
  const router = Router();
  router.use(interactionRoutes({ ...server, scopes: contract.scopes, baseUrl, redeem }));
  router.use(oauthRoutes({ provider: server.provider, known, limitRegistration }));
  return router;
}
