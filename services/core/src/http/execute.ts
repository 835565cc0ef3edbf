import type { ActionContext } from '../actions/action-context.ts';
import type { AnyWriteAction, Plan, Result } from '../actions/define-action.ts';
import { AppError } from '../errors.ts';
import { captureCredits, insufficientCredits, readBalance } from '../store/requests/ledger-store.ts';
import { beginOperation, finishOperation, releaseOperation } from '../store/requests/operation-store.ts';
import { inTransaction, inTransactionLane } from '../store/transaction.ts';
import { planAnswer, planDigest } from './plan-answer.ts';
import { reasonOf, recordSuccess } from './record-execution.ts';

/** How long an outside call may take before its hold is given back. */
const operationLeaseMs = 120_000;

export interface Execution {
  action: AnyWriteAction;
  input: Record<string, unknown>;
  context: ActionContext;
  /** The plan that the caller has seen and agreed to. */
  expectedDigest?: string;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  subjectIds: string[];
}

/** Writes down the answer in the transaction of the effect (the idempotency record). */
export type Recorder = (answer: Answer) => Promise<void>;

/** Plans and does it: in one transaction, or, where the outside world is called, held, called and settled. */
export const execute = (execution: Execution, record: Recorder): Promise<Answer> =>
  execution.action.perform === undefined ? executeAtOnce(execution, record) : executeWithCall(execution, record);

/** Spending meets at the balance of the workspace: one at a time. */
const inOwnTransaction = <T>({ action, context }: Execution, work: () => Promise<T>): Promise<T> =>
  action.effect === 'spend' ? inTransactionLane(`credits ${context.workspaceId}`, work) : inTransaction(work);

const executeAtOnce = (execution: Execution, record: Recorder): Promise<Answer> =>
  inOwnTransaction(execution, async () => {
    const { action, input, context } = execution;
    const plan = await checkedPlan(execution);
    const result = await action.run(input, plan, context, undefined);
    const credits = result.charged ?? plan.cost;
    if (credits > 0) await captureCredits(context.workspaceId, credits, reasonOf(execution), context.now());
    return finish(execution, plan, result, credits, record);
  });

const executeWithCall = async (execution: Execution, record: Recorder): Promise<Answer> => {
  const { action, input, context } = execution;
  const { workspaceId, operationId, now } = context;
  const plan = await inOwnTransaction(execution, async () => {
    const made = await checkedPlan(execution);
    await beginOperation(workspaceId, made.cost, reasonOf(execution), operationLeaseMs, now());
    return made;
  });
  try {
    const outcome = await action.perform!(input, plan, context);
    return await inOwnTransaction(execution, async () => {
      const result = await action.run(input, plan, context, outcome);
      const credits = result.charged ?? plan.cost;
      await finishOperation(workspaceId, operationId, credits, now());
      return finish(execution, plan, result, credits, record);
    });
  } catch (error) {
    await releaseOperation(workspaceId, operationId, now()).catch((failure: unknown) =>
      context.log.warn({ err: failure, operationId }, 'the hold is left to the sweep'),
    );
    throw error;
  }
};

const checkedPlan = async (execution: Execution): Promise<Plan<unknown>> => {
  const { action, input, context, expectedDigest } = execution;
  const plan: Plan<unknown> = await action.plan(input, context);
  const digest = planDigest(action, input, plan);
  if (expectedDigest !== undefined && expectedDigest !== digest) {
    throw new AppError(
      'plan_changed',
      'The plan has changed since it was previewed; nothing was done. The new plan is in data.',
      {
        data: planAnswer(plan, digest),
      },
    );
  }
  if (plan.cost > 0) {
    const balance = await readBalance(context.workspaceId);
    if (balance < plan.cost) throw insufficientCredits(plan.cost, balance);
  }
  return plan;
};

const finish = async (
  execution: Execution,
  plan: Plan<unknown>,
  result: Result<unknown>,
  credits: number,
  record: Recorder,
): Promise<Answer> => {
  const { workspaceId } = execution.context;
  const subjectIds = subjectsOf(plan, result);
  await recordSuccess(execution, result.summary, credits, subjectIds);
  const body: Record<string, unknown> = { ok: true, summary: result.summary, data: result.data };
  if (execution.action.effect === 'spend') body.cost = { credits, balance: await readBalance(workspaceId) };
  const answer = { status: result.status ?? 200, body, subjectIds };
  await record(answer);
  return answer;
};

const subjectsMax = 2_000;

const subjectsOf = (plan: Plan<unknown>, result: Result<unknown>): string[] => {
  const planned = plan.effects.flatMap((effect) => (effect.id === undefined ? [] : [effect.id]));
  const data = result.data as { id?: unknown } | null;
  const own = typeof data?.id === 'string' ? [data.id] : [];
  return [...new Set([...planned, ...own, ...(result.subjectIds ?? [])])].slice(0, subjectsMax);
};
