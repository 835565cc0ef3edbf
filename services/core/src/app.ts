import Koa, { type Middleware } from 'koa';
import { actions } from './actions/index.ts';
import { makeContext } from './http/action-context.ts';
import { answer } from './http/answer.ts';
import { authenticate } from './http/authenticate.ts';
import { authorise } from './http/authorise.ts';
import { docsRoute } from './http/docs/docs-route.ts';
import { healthRoutes } from './http/health.ts';
import { compileInputs } from './http/input-validator.ts';
import { logRequest } from './http/log-request.ts';
import { apiPrefix, requireAction, routeActions } from './http/match-action.ts';
import { openApiRoute } from './http/openapi-route.ts';
import { parseInput } from './http/parse-input.ts';
import { limitRate } from './http/rate-limit.ts';
import { renderErrors } from './http/render-error.ts';
import { assignRequestId } from './http/request-id.ts';
import type { Deps, RequestState } from './http/request-state.ts';
import { webRoutes } from './web/index.ts';
import { publicRoutes } from './web-public/index.ts';

/** The whole request chain, in order. */
export const createApp = (deps: Deps): Koa => {
  compileInputs(actions);
  // One proxy stands before us. What a client claims further left in X-Forwarded-For does not count.
  const app = new Koa({ proxy: true, maxIpsCount: 1 });
  app.use(assignRequestId(deps.log) as Middleware);
  app.use(logRequest as Middleware);
  app.use(renderErrors as Middleware);
  app.use(healthRoutes().routes());
  app.use(openApiRoute(actions, deps.config.baseUrl).routes());
  app.use(docsRoute().routes());
  app.use(webRoutes(deps));
  app.use(publicRoutes(deps));
  for (const step of apiChain(deps)) app.use(onlyApi(step));
  return app;
};

/** One step of the API per line; each is one file in http/. */
const apiChain = (deps: Deps): Middleware<RequestState>[] => [
  authenticate(deps),
  limitRate(deps),
  routeActions(actions),
  requireAction,
  authorise,
  parseInput,
  makeContext(deps),
  answer,
];

const onlyApi =
  (step: Middleware<RequestState>): Middleware =>
  async (ctx, next) =>
    ctx.path === apiPrefix || ctx.path.startsWith(`${apiPrefix}/`) ? step(ctx as never, next) : next();
