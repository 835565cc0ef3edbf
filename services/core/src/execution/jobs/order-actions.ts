import { type AnyAction, areaOf, isRead, scopesOf } from '../../actions/definition/define-action.ts';
import { actions } from '../../actions/index.ts';
import type { OrderStep } from '../../domain/jobs/standing-order.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import type { ActionPort, StepOutcome } from '../../engine/context/ports.ts';
import { AppError } from '../../errors/errors.ts';
import { newOperationId } from '../../store/credits/operation-store.ts';
import { carryOut } from '../approvals/carry-out.ts';
import { creditsPerUnit } from '../credits/price.ts';
import { requireRole } from '../members/require-role.ts';
import { read } from '../read.ts';
import { validateInput } from '../validate-input.ts';

const withoutPerson = { credits: 0, recipients: 0 };

/** Carries out the actions of standing orders. Anything that sends or spends becomes a request that waits for a person. */
export const orderActions: ActionPort = {
  check(step: OrderStep, ctx: ActionContext, at: string) {
    const action = requireAction(step, at);
    const missing = scopesOf(action).filter((scope) => !ctx.scopes.includes(scope));
    if (missing.length > 0)
      throw new AppError('missing_scope', `${action.name} needs ${missing.join(', ')}.`, {
        field: `${at}.action`,
        missingScopes: missing,
      });
    requireRole(action, ctx);
    validated(action, step, at);
  },

  async run(step: OrderStep, ctx: ActionContext, key: string): Promise<StepOutcome> {
    try {
      const action = requireAction(step, 'does');
      this.check(step, ctx, 'does');
      return await carriedOut(action, validated(action, step, 'does'), ctx, key);
    } catch (error) {
      if (!(error instanceof AppError) || error.retryable) throw error;
      return { outcome: 'failed', reason: error.code, summary: error.message };
    }
  },
};

async function carriedOut(
  action: AnyAction,
  input: Record<string, unknown>,
  ctx: ActionContext,
  idempotencyKey: string,
): Promise<StepOutcome> {
  const own = { ...ctx, operationId: newOperationId(), creditsPerUnit: creditsPerUnit(action) };
  if (isRead(action)) return { outcome: 'updated', summary: (await read(action, input, own)).summary };
  const connection = { id: ctx.connection?.id ?? ctx.actor.id, limits: withoutPerson, runsAtOnce: false };
  const { status, body } = await carryOut({ action, input, context: { ...own, connection, idempotencyKey } });
  const { summary, data } = (typeof body === 'string' ? JSON.parse(body) : body) as Answered;
  const waiting = status === 202 ? data?.approval?.id : undefined;
  if (waiting !== undefined) return { outcome: 'skipped', reason: 'waiting_for_approval', recordId: waiting, summary };
  return { outcome: 'updated', summary, ...(typeof data?.id === 'string' && { recordId: data.id }) };
}

interface Answered {
  summary: string;
  data: { id?: unknown; approval?: { id: string } } | null;
}

function requireAction({ action: name }: OrderStep, at: string): AnyAction {
  const field = `${at}.action`;
  const action = actions.find((one) => one.name === name);
  if (action === undefined)
    throw new AppError('validation_failed', `There is no action ${name}. find_actions finds them.`, { field });
  const reason = reasonAgainst(action);
  if (reason !== undefined) throw new AppError('validation_failed', `${name} ${reason}.`, { field });
  return action;
}

function reasonAgainst(action: AnyAction): string | undefined {
  if (areaOf(action) === 'standing_orders') return 'cannot be part of a standing order';
  if (action.personPage !== undefined) return 'needs a person at its page, so it cannot be part of a standing order';
  if (action.downloads?.always) return 'returns a file, so it cannot be part of a standing order';
  return undefined;
}

/** Validated copy of the input, with its defaults. */
function validated(action: AnyAction, { input }: OrderStep, at: string): Record<string, unknown> {
  const copy = structuredClone(input);
  try {
    validateInput(action, copy, 'json');
    return copy;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    const { field, allowedValues } = error.options;
    throw new AppError('validation_failed', `${action.name}: ${error.message}`, {
      field: field === undefined ? `${at}.input` : `${at}.input.${field}`,
      ...(allowedValues && { allowedValues }),
    });
  }
}
