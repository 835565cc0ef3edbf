import type { Static, TObject, TSchema } from 'typebox';
import type { ActionContext } from '../actions/action-context.ts';
import type { AnyWriteAction, ReadAction } from '../actions/define-action.ts';
import { allScopes } from '../actions/scopes.ts';
import { execute } from '../http/execute.ts';
import { executeOnce } from '../http/idempotency.ts';
import { validateInput } from '../http/input-validator.ts';
import { planAnswer, planDigest } from '../http/plan-answer.ts';
import { recordRefusal } from '../http/record-execution.ts';
import { personActor } from '../identity/audit-person.ts';
import { addEvent } from '../store/requests/event-store.ts';
import { newOperationId } from '../store/requests/operation-store.ts';
import { memberIn } from './chain/load-visitor.ts';
import type { WebContext, WebDeps } from './web-deps.ts';

const everyScope = allScopes.map(({ scope }) => scope);

type Input = Record<string, unknown>;

/** The data that the API would answer. */
export const readAction = async <Query extends TObject, Output extends TSchema>(
  ctx: WebContext,
  deps: WebDeps,
  action: ReadAction<Query, Output>,
  input: Static<Query>,
): Promise<Static<Output>> => (await action.run(input, contextFor(ctx, deps))).data;

/** The same dry run that the API gives. */
export const planAction = async (ctx: WebContext, deps: WebDeps, action: AnyWriteAction, input: Input) => {
  validateInput(action, input);
  const plan = await action.plan(input, contextFor(ctx, deps));
  return { ...planAnswer(plan, planDigest(action, input, plan)), cost: plan.cost };
};

/** Carries an action out for the person at the page: same rules, credits and audit as over the API. */
export const performAction = async (
  ctx: WebContext,
  deps: WebDeps,
  action: AnyWriteAction,
  input: Input,
  { digest, key }: { digest?: string; key?: string } = {},
): Promise<void> => {
  validateInput(action, input);
  const context = contextFor(ctx, deps, key);
  const execution = { action, input, context, expectedDigest: digest };
  try {
    if (key === undefined) await execute(execution, async () => {});
    else await executeOnce(execution, key, ctx.path);
  } catch (error) {
    await recordRefusal(execution, error).catch((failure: unknown) =>
      ctx.state.log.warn({ err: failure }, 'refusal not audited'),
    );
    throw error;
  }
};

/** A person at the page may do everything that their workspace may. */
const contextFor = (ctx: WebContext, deps: WebDeps, idempotencyKey?: string): ActionContext => {
  const { workspace, user } = memberIn(ctx);
  const { config, ports, pager, now } = deps;
  return {
    workspaceId: workspace.id,
    workspace,
    actor: personActor(user),
    via: 'app',
    scopes: everyScope,
    requestId: ctx.state.requestId,
    idempotencyKey,
    operationId: newOperationId(),
    config,
    ports,
    pager,
    now,
    log: ctx.state.log,
    emit: (type, subjectId, data) => addEvent(workspace.id, type, subjectId, data, now()),
  };
};
