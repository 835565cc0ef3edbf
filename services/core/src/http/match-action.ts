import Router from '@koa/router';
import type { Middleware } from 'koa';
import { type AnyAction, pathParametersOf } from '../actions/define-action.ts';
import { AppError } from '../errors.ts';
import type { RequestState } from './request-state.ts';

export const apiPrefix = '/api/public/v1';

// Fixed segments first: /contacts/export before /contacts/{contactId}.
const rankOf = ({ path }: AnyAction): string => path.replace(/\{\w+\}/g, '~');

/** One route per action; it only notes the action and its path parameters for the steps behind. */
export const routeActions = (actions: readonly AnyAction[]): Middleware<RequestState> => {
  const router = new Router<RequestState>({ prefix: apiPrefix });
  for (const action of actions.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))) {
    router.register(action.path.replace(/\{(\w+)\}/g, ':$1'), [action.method], async (ctx, next) => {
      if (ctx.state.action !== undefined) return next();
      ctx.state.action = action;
      ctx.state.pathParameters = Object.fromEntries(pathParametersOf(action).map((name) => [name, ctx.params[name]!]));
      await next();
    });
  }
  return router.routes() as unknown as Middleware<RequestState>;
};

interface MatchedLayer {
  methods: string[];
}

/** An unknown path is 404; a known one with another method is 405 and says which it takes. */
export const requireAction: Middleware<RequestState> = async (ctx, next) => {
  if (ctx.state.action !== undefined) return next();
  const onPath = ((ctx as unknown as { matched?: MatchedLayer[] }).matched ?? []).flatMap((layer) => layer.methods);
  if (onPath.length === 0)
    throw new AppError('not_found', `There is no ${ctx.path}. All operations: ${apiPrefix}/openapi.json.`);
  const allow = [...new Set(onPath)].filter((method) => method !== 'HEAD');
  ctx.set('Allow', allow.join(', '));
  throw new AppError('method_not_allowed', `${ctx.path} takes ${allow.join(', ')}, not ${ctx.method}.`, {
    allowedValues: allow,
  });
};
