import { captureCredits } from '../store/credits/ledger-store.ts';
import { inSharedTransaction } from '../store/documents/shared-transaction.ts';
import { inSerializedTransaction, inTransaction } from '../store/documents/transaction.ts';
import { type Answer, type AnswerKeeper, checkedPlan, creditsUsed, finish, namedSubjects } from './answer.ts';
import { executeSpending, executeWithCall } from './execute-spending.ts';
import type { Execution } from './execution.ts';
import { requirePerson } from './members/require-person.ts';
import { reasonOf } from './record.ts';
import { keepManifest } from './sending/keep-manifest.ts';
import { atSendingClock } from './sending/sending-clock.ts';

/** Plans and executes: in one transaction or, with an external call, by hold, call, and settlement. */
export function execute(execution: Execution, keeper: AnswerKeeper): Promise<Answer> {
  if (execution.action.perform === undefined) return executeAtOnce(execution, keeper);
  return callsOutside(execution) ? executeWithCall(execution, keeper) : executeSpending(execution, keeper);
}

export function callsOutside({ action, input, context }: Execution): boolean {
  return action.perform !== undefined && (action.callsOutside?.(input, context) ?? true);
}

/** Spending transactions of a workspace conflict on its balance, so they run one at a time. */
function transacted<T>({ action, context }: Execution, work: () => Promise<T>): Promise<T> {
  if (action.sharesTransaction) return inSharedTransaction(work);
  return action.effect === 'spend'
    ? inSerializedTransaction(`credits ${context.workspaceId}`, work)
    : inTransaction(work);
}

function executeAtOnce(execution: Execution, keeper: AnswerKeeper): Promise<Answer> {
  return transacted(execution, async () => {
    const { action, input, context } = execution;
    const earlier = await keeper.find();
    if (earlier !== null) return earlier;
    const plan = await checkedPlan(execution);
    const clocked = { ...atSendingClock(action, context), ...(await requirePerson(context, plan)) };
    const result = await action.run(input, plan, clocked, undefined);
    await keepManifest(clocked, plan);
    const credits = creditsUsed(action, plan, result);
    const reason = { ...reasonOf(execution), subjectIds: namedSubjects(plan, result) };
    if (credits > 0) await captureCredits(context.workspaceId, credits, reason, context.now());
    return finish(execution, plan, result, credits, keeper);
  });
}
