import type { Middleware } from 'koa';
import { type AnyAction, isRead } from '../actions/definition/define-action.ts';
import { AppError } from '../errors/errors.ts';
import { creditsPerUnit } from '../execution/credits/price.ts';
import { makeActionContext } from '../execution/make-context.ts';
import type { Deps, RequestState } from './request-state.ts';

/** Builds the context passed to plan and run. */
export function makeContext(deps: Deps): Middleware<RequestState> {
  return async (ctx, next) => {
    ctx.state.context = makeActionContext(deps, ctx.state.principal!, {
      requestId: ctx.state.requestId,
      log: ctx.state.log,
      idempotencyKey: ctx.get('idempotency-key') || undefined,
      asksPerson: ctx.get('approval') === 'required',
      expectedVersion: readIfMatch(ctx.get('if-match'), ctx.state.action!),
      creditsPerUnit: creditsPerUnit(ctx.state.action!),
      upload: ctx.state.upload,
    });
    await next();
  };
}

// Ignoring a condition would be worse than having none, so unchecked ones are rejected. "*" only requires that the
// record exists.
function readIfMatch(header: string, action: AnyAction): number | undefined {
  if (header === '' || header === '*' || isRead(action)) return undefined;
  const refuse = (message: string) => new AppError('validation_failed', message, { field: 'If-Match' });
  if (!action.errors.includes('version_conflict')) throw refuse(`${action.name} takes no If-Match.`);
  const version = /^"?v?(\d{1,9})(?:-[\w-]{10})?"?$/.exec(header.trim())?.[1];
  if (version === undefined) throw refuse('If-Match must be the ETag of the record, like "v3".');
  return Number(version);
}
