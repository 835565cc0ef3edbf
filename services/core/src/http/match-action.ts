import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { type AnyAction, apiPrefix, pathParametersOf } from '../actions/definition/define-action.ts';
import { removedOperations } from '../actions/removed-operations.ts';
import { AppError } from '../errors/errors.ts';
import type { RequestState } from './request-state.ts';

// Fixed segments first: /contacts/export before /contacts/{contactId}.
function rankOf({ path }: AnyAction): string {
  return path.replace(/\{\w+\}/g, '~');
}

function isTemplate({ path }: AnyAction): boolean {
  return path.includes('{');
}

/** Registers a route per action. Each only stores the action and path parameters for later steps. */
export function routeActions(actions: readonly AnyAction[]): Middleware<RequestState> {
  const router = new Router<RequestState>({ prefix: apiPrefix });
  const fixed = new Set(actions.filter((action) => !isTemplate(action)).map(({ path }) => apiPrefix + path));
  for (const action of actions.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))) {
    router.register(action.path.replace(/\{(\w+)\}/g, ':$1'), [action.method], async (ctx, next) => {
      if (ctx.state.action !== undefined || (isTemplate(action) && fixed.has(ctx.path))) return next();
      ctx.state.action = action;
      ctx.state.pathParameters = Object.fromEntries(pathParametersOf(action).map((name) => [name, ctx.params[name]!]));
      await next();
    });
  }
  return router.routes() as Middleware<RequestState>;
}

interface MatchedLayer {
  path: string;
  methods: string[];
}

/** Routes of the path. If the path itself is a route, excludes those that would read its last segment as an ID. */
function layersOf(ctx: Context): MatchedLayer[] {
  const { matched = [] } = ctx as { matched?: MatchedLayer[] };
  const own = matched.filter(({ path }) => path === ctx.path);
  return own.length > 0 ? own : matched;
}

/** An operation that left the API names its replacement, so that its callers know where to go. */
function refuseRemoved({ method, path }: Context): void {
  const segments = path.slice(apiPrefix.length).split('/');
  const removed = removedOperations.find((one) => {
    const own = one.path.split('/');
    return (
      one.method === method &&
      own.length === segments.length &&
      own.every((segment, index) => segment.startsWith('{') || segment === segments[index])
    );
  });
  if (removed === undefined) return;
  const own = removed.path.split('/');
  const message = removed.message.replace(/\{\w+\}/g, (name) => segments[own.indexOf(name)] ?? name);
  throw new AppError('removed', message);
}

/** Returns 404 for an unknown path, and 405 with the allowed methods for a known path. */
export const requireAction: Middleware<RequestState> = async (ctx, next) => {
  if (ctx.state.action !== undefined) return next();
  refuseRemoved(ctx);
  const onPath = layersOf(ctx).flatMap((layer) => layer.methods);
  if (onPath.length === 0)
    throw new AppError('not_found', `There is no ${ctx.path}. All operations: ${apiPrefix}/openapi.json.`);
  const allow = [...new Set(onPath)].filter((method) => method !== 'HEAD');
  ctx.set('Allow', allow.join(', '));
  throw new AppError('method_not_allowed', `${ctx.path} takes ${allow.join(', ')}, not ${ctx.method}.`, {
    allowedValues: allow,
  });
};
