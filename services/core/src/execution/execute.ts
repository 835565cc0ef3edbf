import type { AnyWriteAction } from '../actions/define-action.ts';
import type { Plan, Result } from '../engine/plan.ts';
import { AppError } from '../errors.ts';
import { insufficientCredits, readBalance } from '../store/requests/balance-store.ts';
import { captureCredits } from '../store/requests/ledger-store.ts';
import { beginOperation, closeOperation, finishOperation, releaseIfHeld } from '../store/requests/operation-store.ts';
import { inSerializedTransaction, inTransaction } from '../store/transaction.ts';
import type { Execution } from './execution.ts';
import { planAnswer, planDigest } from './plan-digest.ts';
import { creditsFor, type PricedPlan, pricedPlan } from './price.ts';
import { reasonOf, recordSuccess } from './record.ts';
import { requirePerson, requirePersonAtOnce, takeBackUsage } from './require-person.ts';
import { atSendingClock } from './sending-clock.ts';

/** How long an outside call may take before its hold is given back. */
const operationLeaseMs = 120_000;

export interface Answer {
  status: number;
  /** Text where it is kept under an Idempotency-Key. */
  body: Record<string, unknown> | string;
  subjectIds: string[];
  isReplay: boolean;
}

/** Keeps the answer in the transaction of the effect, under the Idempotency-Key where there is one. */
export interface AnswerKeeper {
  /** What an earlier request with the key left; looked for at the beginning of the transaction. */
  find(): Promise<Answer | null>;
  keep(answer: Answer): Promise<Answer>;
}

export const noKeeper: AnswerKeeper = { find: async () => null, keep: async (answer) => answer };

/** Plans and does it: in one transaction, or, where the outside world is called, held, called and settled. */
export function execute(execution: Execution, keeper: AnswerKeeper): Promise<Answer> {
  return execution.action.perform === undefined ? executeAtOnce(execution, keeper) : executeWithCall(execution, keeper);
}

/** What spends in one transaction meets at the balance of the workspace there: one at a time. */
function inOwnTransaction<T>({ action, context }: Execution, work: () => Promise<T>): Promise<T> {
  return action.effect === 'spend'
    ? inSerializedTransaction(`credits ${context.workspaceId}`, work)
    : inTransaction(work);
}

function executeAtOnce(execution: Execution, keeper: AnswerKeeper): Promise<Answer> {
  return inOwnTransaction(execution, async () => {
    const { action, input, context } = execution;
    const earlier = await keeper.find();
    if (earlier !== null) return earlier;
    const plan = await checkedPlan(execution);
    const clocked = { ...atSendingClock(action, context), ...(await requirePerson(context, plan)) };
    const result = await action.run(input, plan, clocked, undefined);
    const credits = creditsUsed(action, plan, result);
    const reason = { ...reasonOf(execution), subjectIds: subjectsOf(plan, result) };
    if (credits > 0) await captureCredits(context.workspaceId, credits, reason, context.now());
    return finish(execution, plan, result, credits, keeper);
  });
}

async function executeWithCall(execution: Execution, keeper: AnswerKeeper): Promise<Answer> {
  const { action, input, context } = execution;
  const { workspaceId, operationId, now } = context;
  // Read as a dry run reads it: what has changed when the call returns is seen by the transaction that settles it.
  const plan = await checkedPlan(execution);
  await requirePersonAtOnce(context, plan);
  let captured = 0;
  const answer = await settled(execution, plan, async () => {
    await beginOperation(workspaceId, plan.cost, reasonOf(execution), operationLeaseMs, now());
    const outcome = await action.perform!(input, plan, atSendingClock(action, context));
    return inTransaction(async () => {
      const result = await action.run(input, plan, atSendingClock(action, context), outcome);
      const credits = creditsUsed(action, plan, result);
      captured = credits;
      const balance = await finishOperation(workspaceId, operationId, credits, subjectsOf(plan, result), now());
      return finish(execution, plan, result, credits, keeper, balance);
    });
  });
  await closeOperation(workspaceId, operationId, { aside: plan.cost, captured }).catch(leftToSweep(execution));
  return answer;
}

/** What fails gives back what was held and counted for it. */
async function settled(execution: Execution, plan: PricedPlan, work: () => Promise<Answer>): Promise<Answer> {
  const { context } = execution;
  try {
    return await work();
  } catch (error) {
    await takeBackUsage(context, plan).catch(() => undefined);
    await releaseIfHeld(context.workspaceId, context.operationId, context.now()).catch(leftToSweep(execution));
    throw error;
  }
}

function leftToSweep({ context: { log, operationId } }: Execution) {
  return (err: unknown) => log.warn({ err, operationId }, 'what is held is left to the sweep');
}

async function checkedPlan(execution: Execution): Promise<PricedPlan> {
  const { action, input, context, expectedDigest } = execution;
  const plan = await pricedPlan(action, input, context);
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
}

function creditsUsed(action: AnyWriteAction, plan: PricedPlan, { units }: Result<unknown>): number {
  return units === undefined ? plan.cost : creditsFor(action, units);
}

async function finish(
  execution: Execution,
  plan: PricedPlan,
  result: Result<unknown>,
  credits: number,
  keeper: AnswerKeeper,
  balance?: number,
): Promise<Answer> {
  const { workspaceId } = execution.context;
  const subjectIds = subjectsOf(plan, result);
  await recordSuccess(execution, result.summary, credits, subjectIds);
  const body: Record<string, unknown> = { ok: true, summary: result.summary, data: result.data };
  if (execution.action.effect === 'spend')
    body.cost = { credits, balance: balance ?? (await readBalance(workspaceId)) };
  return keeper.keep({ status: result.status ?? 200, body, subjectIds, isReplay: false });
}

const subjectsMax = 2_000;

function subjectsOf(plan: Plan<unknown>, result: Result<unknown>): string[] {
  const planned = plan.effects.flatMap((effect) => (effect.id === undefined ? [] : [effect.id]));
  const data = result.data as { id?: unknown } | null;
  const own = typeof data?.id === 'string' ? [data.id] : [];
  return [...new Set([...planned, ...own, ...(result.subjectIds ?? [])])].slice(0, subjectsMax);
}
