import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Contract } from './core-client/contract.ts';
import type { CoreClient } from './core-client/core-client.ts';
import { assignRequestId } from './http/assign-request-id.ts';
import { checkHost } from './http/check-host.ts';
import { checkOrigin } from './http/check-origin.ts';
import { internalRoutes } from './http/internal-routes.ts';
import { limitRate } from './http/limit-rate.ts';
import { logRequests } from './http/log-requests.ts';
import type { Metrics } from './http/metrics.ts';
import { operations } from './http/operations.ts';
import { postJsonOnly } from './http/post-json-only.ts';
import { notFound, renderError } from './http/render-error.ts';
import { securityHeaders } from './http/security-headers.ts';
import { ApiKeys } from './identity/api-keys.ts';
import { authenticate } from './identity/authenticate.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import { type AuthorizationServer, authorizationServerRoutes } from './oauth/authorization-server.ts';
import { METADATA_PATH, resourceMetadata } from './oauth/resource-metadata.ts';
import type { PreviewStore } from './store/preview-store.ts';
import { ToolRegistry } from './tools/registry.ts';

const MINUTE_MS = 60_000;
const BODY_LIMIT = '4mb';

export type AppDeps = {
  config: Config;
  contract: Contract;
  core: CoreClient;
  previews: PreviewStore;
  authorizationServer: AuthorizationServer;
  metrics: Metrics;
  log: Logger;
  isReady(): Promise<boolean>;
  now: () => Date;
};

/** The whole chain, in order. */
export function createApp(deps: AppDeps): Express {
  const { config, contract, core, metrics, log, authorizationServer } = deps;
  const { connections, signer } = authorizationServer;
  const scopes = contract.scopes.map(({ scope }) => scope);
  const registry = new ToolRegistry(contract, { ...deps, baseUrl: config.baseUrl });
  const limit = (by: string, perPeriod: number, keyOf: Parameters<typeof limitRate>[0]['keyOf']) =>
    limitRate({ perPeriod, periodMs: MINUTE_MS, keyOf, onLimited: () => metrics.limited.inc({ by }) });

  const app = express();
  app.disable('x-powered-by').set('trust proxy', config.trustProxy).set('etag', false);
  app.use(assignRequestId());
  app.use(logRequests(log, metrics));
  app.use(securityHeaders());
  app.use(operations(deps));
  app.use(
    '/internal',
    internalRoutes({
      internalSecret: config.internalSecret,
      jwks: signer.jwks,
      listConnections: (userId) => connections.listOf(userId),
      revokeConnection: (userId, grantId) => connections.revoke(userId, grantId),
    }),
  );
  app.use(checkHost(config.allowedHosts));
  app.use(limit('ip', config.requestsPerMinutePerIp, (req) => req.ip ?? ''));
  app.use(resourceMetadata(config.baseUrl, config.resourceUrl, scopes));
  app.use(authorizationServerRoutes(authorizationServer, deps));
  app.all(
    '/mcp',
    checkOrigin(config.allowedOrigins),
    postJsonOnly(),
    authenticate({
      apiKeys: new ApiKeys(core),
      findOAuthPrincipal: connections.findPrincipal,
      metadataUrl: `${config.baseUrl}${METADATA_PATH}/mcp`,
      scopes,
    }),
    limit('principal', config.requestsPerMinutePerPrincipal, (_req, res) => res.locals.principal.id),
    express.json({ limit: BODY_LIMIT, strict: false, type: () => true }),
    mcpEndpoint({
      registry,
      log,
      version: contract.version,
      observe: (tool, outcome, seconds) => metrics.toolCalls.observe({ tool, outcome }, seconds),
    }),
  );
  app.use(notFound);
  app.use(renderError(log));
  return app;
}
