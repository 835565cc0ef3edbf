import { clientNetwork } from '@outbound/node-service/http/client-network';
import type { Readiness } from '@outbound/node-service/http/readiness';
import type { StoreWatch } from '@outbound/node-service/store/store-watch';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Contract } from './core-client/contract.ts';
import type { CoreClient } from './core-client/core-client.ts';
import { assignRequestId } from './http/assign-request-id.ts';
import { checkHost } from './http/check-host.ts';
import { checkOrigin } from './http/check-origin.ts';
import { guardStore } from './http/guard-store.ts';
import { internalRoutes } from './http/internal-routes.ts';
import { limitRate } from './http/limit-rate.ts';
import { logRequests } from './http/log-requests.ts';
import type { Metrics } from './http/metrics.ts';
import { metricsRoutes, operations } from './http/operations.ts';
import { postJsonOnly, requireUtf8 } from './http/post-json-only.ts';
import type { PublicAddress } from './http/public-address.ts';
import { notFound, renderError } from './http/render-error.ts';
import { securityHeaders } from './http/security-headers.ts';
import { traceRequests } from './http/trace-requests.ts';
import type { ToolObserver } from './mcp/catalog/call-tool.ts';
import type { Catalog } from './mcp/catalog/catalog.ts';
import { productCatalog } from './mcp/catalog/product-catalog.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import { normalizeMessages } from './mcp/normalize-message.ts';
import { serverCard } from './mcp/server-card.ts';
import { ApiKeys } from './members/api-keys.ts';
import { authenticate } from './members/authenticate.ts';
import { type AuthorizationServer, authorizationServerRoutes } from './oauth/authorization-server.ts';
import { metadataPath, resourceMetadata } from './oauth/resource-metadata.ts';
import type { Config } from './settings/config.ts';
import type { AnswerStore } from './store/answer-store.ts';
import type { PreviewStore } from './store/preview-store.ts';
import type { RateStore } from './store/rate-store.ts';
import { ToolRegistry } from './tools/registry.ts';

const minuteMs = 60_000;
const bodyLimit = '4mb';

export interface AppDeps {
  config: Config;
  address: PublicAddress;
  contract: Contract;
  core: CoreClient;
  previews: PreviewStore;
  answers: AnswerStore;
  rates: RateStore;
  authorizationServer: AuthorizationServer;
  metrics: Metrics;
  log: Logger;
  readiness: Pick<Readiness, 'report'>;
  storeWatch: Pick<StoreWatch, 'isHanging' | 'onHang'>;
  /** Adds the fixtures of a test profile. */
  addFixtures: ((catalog: Catalog) => Catalog) | undefined;
  now: () => Date;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

const readBody = [
  express.json({ limit: bodyLimit, strict: false, type: () => true, verify: requireUtf8 }),
  normalizeMessages,
];

/** Builds the complete middleware chain, in order. */
export function createApp(deps: AppDeps): Express {
  const { config, address, contract, core, metrics, log, authorizationServer } = deps;
  const { connections } = authorizationServer;
  const scopes = contract.scopes.map(({ scope }) => scope);
  const registry = new ToolRegistry(contract, { ...deps, baseUrl: config.baseUrl });
  const limit = (by: string, perPeriod: number, keyOf: Parameters<typeof limitRate>[0]['keyOf']) =>
    limitRate({
      rates: deps.rates,
      name: by,
      perPeriod,
      periodMs: minuteMs,
      keyOf,
      onLimited: () => metrics.limited.inc({ by }),
    });

  const app = express();
  app.disable('x-powered-by').set('trust proxy', config.trustProxy).set('etag', false);
  app.use(assignRequestId(), logRequests(log, metrics), securityHeaders());
  app.use(operations(deps), traceRequests());
  app.use(guardStore(deps.storeWatch));
  app.use(checkHost(config.allowedHosts));
  app.use(limit('ip', config.requestsPerMinutePerIp, (req) => clientNetwork(req.ip)));
  app.use(resourceMetadata(address, scopes), serverCard(config));
  app.all(
    ['/mcp', '/mcp/directory'],
    checkOrigin(config.allowedOrigins),
    postJsonOnly(),
    authenticate({
      apiKeys: new ApiKeys(core),
      findOAuthPrincipal: connections.findPrincipal,
      metadataUrlOf: (req) => address.originOf(req) + metadataPath + address.endpointOf(req, req.path),
      scopes,
    }),
    limit('principal', config.requestsPerMinutePerPrincipal, (_req, res) => res.locals.principal.id),
    readBody,
    mcpEndpoint({
      catalog: catalogOf(registry, deps),
      toolsets: registry.toolsets,
      answers: deps.answers,
      log,
      ...config,
      stopping: deps.stopping,
    }),
  );
  app.use(authorizationServerRoutes(authorizationServer, deps));
  app.use(notFound);
  app.use(renderError(log));
  return app;
}

function catalogOf(registry: ToolRegistry, { config, log, metrics, addFixtures }: AppDeps): Catalog {
  const observe: ToolObserver = (tool, outcome, seconds) => metrics.toolCalls.observe({ tool, outcome }, seconds);
  const catalog = productCatalog({ registry, log, observe, baseUrl: config.baseUrl });
  return addFixtures?.(catalog) ?? catalog;
}

/** App for requests from the core, on a listener that is not reachable from outside. */
export function createInternalApp({ config, metrics, log, authorizationServer, previews }: AppDeps): Express {
  const { connections, signer } = authorizationServer;
  const app = express();
  app.disable('x-powered-by').set('etag', false);
  app.use(assignRequestId());
  app.use(logRequests(log, metrics));
  app.use(
    '/internal',
    internalRoutes({
      internalSecret: config.internalSecret,
      jwks: signer.jwks,
      listConnections: (userId) => connections.listOf(userId),
      limitConnection: (userId, grantId, limits) => connections.limit(userId, grantId, limits),
      revokeConnections: (userId, workspaceId) => connections.revokeAll(userId, workspaceId),
      revokeConnection: (userId, grantId) => connections.revoke(userId, grantId),
      listUnconfirmed: (workspaceId) => previews.listUnconfirmed(workspaceId, new Date()),
      cancelPreview: (workspaceId, id) => previews.cancel({ workspaceId }, id, new Date()),
      agreeToPreview: (workspaceId, id) => previews.agreeSignedIn(workspaceId, id, new Date()),
    }),
  );
  app.use(notFound);
  app.use(renderError(log));
  return app;
}

/** Prometheus metrics, on a separate listener. */
export function createMetricsApp({ metrics }: Pick<AppDeps, 'metrics'>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(metricsRoutes(metrics));
  return app;
}
