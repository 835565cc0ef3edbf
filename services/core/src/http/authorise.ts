import type { Middleware } from 'koa';
import { scopesOf } from '../actions/definition/define-action.ts';
import { AppError } from '../errors/errors.ts';
import type { RequestState } from './request-state.ts';

/** Requires every scope of the action. Write does not imply read. */
export const authorise: Middleware<RequestState> = async (ctx, next) => {
  const { principal, action } = ctx.state;
  const missingScopes = scopesOf(action!).filter((scope) => !principal!.scopes.includes(scope));
  if (missingScopes.length > 0) {
    const names = missingScopes.join(', ');
    throw new AppError(
      'missing_scope',
      `${action!.name} needs the scope ${names}, which this ${principal!.actor.kind === 'api_key' ? 'key' : 'sign-in'} does not have.`,
      { missingScopes },
    );
  }
  await next();
};
