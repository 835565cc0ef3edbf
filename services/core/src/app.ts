import Koa, { type Middleware } from 'koa';
import { apiPrefix } from './actions/definition/define-action.ts';
import { actions } from './actions/index.ts';
import { authenticate } from './http/authenticate.ts';
import { authorise } from './http/authorise.ts';
import { believeProxies } from './http/edge/believe-proxies.ts';
import { guardStore } from './http/edge/guard-store.ts';
import { protectResponses } from './http/edge/protect-responses.ts';
import { writeJson } from './http/edge/write-json.ts';
import { healthRoutes } from './http/health.ts';
import { limitRate } from './http/limits/rate-limit.ts';
import { takeTurns } from './http/limits/workspace-turns.ts';
import { openDownloadLinks } from './http/links/download-link.ts';
import { uploadRoute } from './http/links/upload-route.ts';
import { logRequest } from './http/log-request.ts';
import { makeContext } from './http/make-context.ts';
import { requireAction, routeActions } from './http/match-action.ts';
import { openApiRoute } from './http/openapi-route.ts';
import { parseInput } from './http/parse-input.ts';
import { renderErrors } from './http/render-error.ts';
import { assignRequestId } from './http/request-id.ts';
import type { Deps, RequestState } from './http/request-state.ts';
import { respond } from './http/respond.ts';
import { traceRequest } from './http/trace-request.ts';
import { announceWork } from './process/work-channel.ts';
import { internalRoutes, webRoutes } from './web/index.ts';
import { publicRoutes } from './web-public/index.ts';

/** The whole request chain, in order. */
export function createApp(deps: Deps): Koa {
  const app = new Koa({ proxy: true });
  app.use(believeProxies(deps.config.trustedProxies));
  app.use(assignRequestId(deps.log) as Middleware);
  app.use(logRequest as Middleware);
  app.use(writeJson);
  app.use(renderErrors as Middleware);
  app.use(healthRoutes(deps.readiness).routes());
  app.use(traceRequest as Middleware);
  app.use(openApiRoute(actions, deps.config.baseUrl).routes());
  app.use(guardStore(deps.storeWatch));
  app.use(announceWork(deps.config.worker.isAnnounced));
  app.use(webRoutes(deps));
  app.use(publicRoutes(deps));
  app.use(uploadRoute(deps));
  for (const step of apiChain(deps)) app.use(onlyApi(step));
  return app;
}

/** For the gateway alone, on a listener that nothing outside reaches. */
export function createInternalApp(deps: Deps): Koa {
  const app = new Koa();
  app.use(assignRequestId(deps.log) as Middleware);
  app.use(logRequest as Middleware);
  app.use(renderErrors as Middleware);
  app.use(healthRoutes(deps.readiness).routes());
  app.use(guardStore(deps.storeWatch));
  app.use(announceWork(deps.config.worker.isAnnounced));
  app.use(internalRoutes(deps));
  return app;
}

/** One step of the API per line; each is one file in http/. */
function apiChain(deps: Deps): Middleware<RequestState>[] {
  return [
    protectResponses,
    openDownloadLinks(deps),
    authenticate(deps),
    limitRate(deps),
    takeTurns(deps.config.workspaceTurns),
    routeActions(actions),
    requireAction,
    authorise,
    parseInput,
    makeContext(deps),
    respond,
  ];
}

function onlyApi(step: Middleware<RequestState>): Middleware {
  return async (ctx, next) =>
    ctx.path === apiPrefix || ctx.path.startsWith(`${apiPrefix}/`) ? step(ctx, next) : next();
}
