import { giveBackAttempts, giveBackOperation } from '../store/credits/abandoned-operation-store.ts';
import {
  beginOperation,
  closeOperation,
  finishOperation,
  recordSpent,
  setCreditsAside,
} from '../store/credits/operation-store.ts';
import { inSharedTransaction } from '../store/documents/shared-transaction.ts';
import { inTransaction } from '../store/documents/transaction.ts';
import { type Answer, type AnswerKeeper, checkedPlan, creditsUsed, finish, namedSubjects } from './answer.ts';
import type { PricedPlan } from './credits/price.ts';
import type { Execution } from './execution.ts';
import { requirePersonAtOnce, takeBackUsage } from './members/require-person.ts';
import { reasonOf } from './record.ts';
import { atSendingClock } from './sending/sending-clock.ts';

/** Maximum duration of an external call before its hold is released, in milliseconds. */
const operationLeaseMs = 120_000;

/** Holds the credits, makes the call outside any transaction, and settles. */
export async function executeWithCall(execution: Execution, keeper: AnswerKeeper): Promise<Answer> {
  const { action, input, context } = execution;
  const { workspaceId, operationId, now } = context;
  // Read as in a dry run. The transaction that settles after the call sees later changes.
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
      const balance = await finishOperation(workspaceId, operationId, credits, namedSubjects(plan, result), now());
      return finish(execution, plan, result, credits, keeper, balance);
    });
  });
  await closeOperation(workspaceId, operationId, { aside: plan.cost, captured }).catch(leftToSweep(execution));
  return answer;
}

/** Spends without an external call: one command holds the credits, and one transaction does everything else. */
export async function executeSpending(execution: Execution, keeper: AnswerKeeper): Promise<Answer> {
  const { action, input, context } = execution;
  const { workspaceId, operationId, now } = context;
  const earlier = await keeper.find();
  if (earlier !== null) return earlier;
  if (keeper.id !== undefined) await giveBackAttempts(workspaceId, keeper.id, now());
  const plan = await checkedPlan(execution);
  await requirePersonAtOnce(context, plan);
  const clocked = atSendingClock(action, context);
  let captured = 0;
  const answer = await settled(execution, plan, async () => {
    const left = plan.cost === 0 ? undefined : await setCreditsAside(workspaceId, operationId, plan.cost, keeper.id);
    const outcome = await action.perform!(input, plan, clocked);
    // People stored together can conflict with each other at a shared company.
    const transact = plan.effects.length > 1 ? inTransaction : inSharedTransaction;
    return transact(async () => {
      const meanwhile = await keeper.find();
      if (meanwhile !== null) return meanwhile;
      const result = await action.run(input, plan, clocked, outcome);
      captured = creditsUsed(action, plan, result);
      const reason = { ...reasonOf(execution), subjectIds: namedSubjects(plan, result) };
      const spent = { aside: plan.cost, captured };
      const balance =
        left === undefined ? undefined : await recordSpent(workspaceId, { ...spent, left }, reason, now());
      return finish(execution, plan, result, captured, keeper, balance);
    });
  });
  if (answer.isReplay) await giveBack(execution, plan);
  else await closeOperation(workspaceId, operationId, { aside: plan.cost, captured }).catch(leftToSweep(execution));
  return answer;
}

/** Releases the hold and the counts of a failed execution. */
async function settled(execution: Execution, plan: PricedPlan, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    await giveBack(execution, plan);
    throw error;
  }
}

async function giveBack(execution: Execution, plan: PricedPlan): Promise<void> {
  const { context } = execution;
  await takeBackUsage(context, plan).catch(() => undefined);
  await giveBackOperation(context.workspaceId, context.operationId, context.now()).catch(leftToSweep(execution));
}

function leftToSweep({ context: { log, operationId } }: Execution) {
  return (err: unknown) => log.warn({ err, operationId }, 'what is held is left to the sweep');
}
