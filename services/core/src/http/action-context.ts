import type { Middleware } from 'koa';
import type { ActionContext } from '../actions/action-context.ts';
import { type AnyAction, isRead } from '../actions/define-action.ts';
import { AppError } from '../errors.ts';
import { addEvent } from '../store/requests/event-store.ts';
import { newOperationId } from '../store/requests/operation-store.ts';
import type { Deps, RequestState } from './request-state.ts';

/** Puts together what plan and run are handed. */
export const makeContext =
  (deps: Deps): Middleware<RequestState> =>
  async (ctx, next) => {
    const { actor, via, workspace, scopes, previewId } = ctx.state.principal!;
    const { config, ports, pager, now } = deps;
    const context: ActionContext = {
      workspaceId: workspace.id,
      workspace,
      actor,
      via,
      scopes,
      previewId,
      requestId: ctx.state.requestId,
      idempotencyKey: ctx.get('idempotency-key') || undefined,
      expectedVersion: readIfMatch(ctx.get('if-match'), ctx.state.action!),
      operationId: newOperationId(),
      upload: ctx.state.upload,
      config,
      ports,
      pager,
      now,
      log: ctx.state.log,
      emit: (type, subjectId, data) => addEvent(workspace.id, type, subjectId, data, now()),
    };
    ctx.state.context = context;
    await next();
  };

// A condition that nobody checks would be worse than none: it is refused. "*" asks only that there is a record.
const readIfMatch = (header: string, action: AnyAction): number | undefined => {
  if (header === '' || header === '*' || isRead(action)) return undefined;
  const refuse = (message: string) => new AppError('validation_failed', message, { field: 'If-Match' });
  if (!action.errors.includes('version_conflict')) throw refuse(`${action.name} takes no If-Match.`);
  const version = /^"?v?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (version === undefined) throw refuse('If-Match has to be the ETag of the record, like "v3".');
  return Number(version);
};
