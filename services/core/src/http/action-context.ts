import type { Middleware } from 'koa';
import type { ActionContext } from '../actions/action-context.ts';
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
      expectedVersion: readIfMatch(ctx.get('if-match')),
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

const readIfMatch = (header: string): number | undefined => {
  const version = /^"?v?(\d{1,9})"?$/.exec(header.trim())?.[1];
  return version === undefined ? undefined : Number(version);
};
