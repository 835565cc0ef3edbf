import type { AnyWriteAction } from '../actions/definition/define-action.ts';
import type { Plan, Result } from '../engine/context/plan.ts';
import { AppError } from '../errors/errors.ts';
import { insufficientCredits, readBalance } from '../store/credits/balance-store.ts';
import { creditsFor, type PricedPlan, pricedPlan } from './credits/price.ts';
import type { Execution } from './execution.ts';
import { planAnswer, planDigest } from './plan-digest.ts';
import { recordSuccess } from './record.ts';

export interface Answer {
  status: number;
  /** Serialized text if it is stored under an Idempotency-Key. */
  body: Record<string, unknown> | string;
  subjectIds: string[];
  isReplay: boolean;
}

/** Stores the response in the transaction of the effect, under the Idempotency-Key if there is one. */
export interface AnswerKeeper {
  /** ID under which the store keeps the Idempotency-Key. */
  id?: string;
  /** Response of an earlier request with the key. Read at the start of the transaction. */
  find(): Promise<Answer | null>;
  keep(answer: Answer): Promise<Answer>;
}

export const noKeeper: AnswerKeeper = { find: async () => null, keep: async (answer) => answer };

/** Current plan. Throws if it differs from the plan that was shown, or if the credits are insufficient. */
export async function checkedPlan(execution: Execution): Promise<PricedPlan> {
  const { action, input, context, expectedDigest } = execution;
  const plan = await pricedPlan(action, input, context);
  const digest = planDigest(action, input, plan);
  if (expectedDigest !== undefined && expectedDigest !== digest) {
    throw new AppError(
      'plan_changed',
      'The plan has changed since it was previewed. Nothing was done. The new plan is in data.',
      {
        data: planAnswer(plan, digest, context),
      },
    );
  }
  if (plan.cost > 0) {
    const balance = await readBalance(context.workspaceId);
    if (balance < plan.cost) throw insufficientCredits(plan.cost, balance);
  }
  return plan;
}

export function creditsUsed(action: AnyWriteAction, plan: PricedPlan, { units }: Result<unknown>): number {
  return units === undefined ? plan.cost : creditsFor(action, units);
}

/** Records the success and stores the response. Call at the end of the transaction that makes the change. */
export async function finish(
  execution: Execution,
  plan: PricedPlan,
  result: Result<unknown>,
  credits: number,
  keeper: AnswerKeeper,
  balance?: number,
): Promise<Answer> {
  const { workspaceId } = execution.context;
  const subjectIds = namedSubjects(plan, result);
  await recordSuccess(execution, result.summary, credits, subjectIds);
  const body: Record<string, unknown> = { ok: true, summary: result.summary, data: result.data };
  if (execution.action.effect === 'spend')
    body.cost = { credits, balance: balance ?? (await readBalance(workspaceId)) };
  return keeper.keep({ status: result.status ?? 200, body, subjectIds, isReplay: false });
}

const subjectsMax = 2_000;

export function namedSubjects(plan: Plan<unknown>, result: Result<unknown>): string[] {
  const planned = plan.effects.flatMap((effect) => (effect.id === undefined ? [] : [effect.id]));
  const data = result.data as { id?: unknown } | null;
  const own = typeof data?.id === 'string' ? [data.id] : [];
  return [...new Set([...planned, ...own, ...(result.subjectIds ?? [])])].slice(0, subjectsMax);
}
