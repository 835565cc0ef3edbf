import { mayNeedApproval } from '../../actions/definition/define-action.ts';
import { AppError } from '../../errors/errors.ts';
import { noKeeper } from '../answer.ts';
import { execute } from '../execute.ts';
import { executeOnce } from '../execute-once.ts';
import type { CarriedOut, Execution } from '../execution.ts';
import { ApprovalNeeded } from '../members/require-person.ts';
import { requireRole } from '../members/require-role.ts';
import { recordRefusal } from '../record.ts';
import { answerOfApproval, askForApproval } from './ask-for-approval.ts';

/** Executes the action, once per Idempotency-Key if there is one, and audits rejected requests. */
export async function carryOut(execution: Execution): Promise<CarriedOut> {
  const { context } = execution;
  const key = context.idempotencyKey;
  const earlier = mayNeedApproval(execution.action) ? await answerOfApproval(execution) : null;
  if (earlier !== null) return earlier;
  try {
    requireRole(execution.action, context);
    if (key !== undefined) return await executeOnce(execution, key);
    return await execute(execution, noKeeper);
  } catch (error) {
    if (error instanceof ApprovalNeeded && context.approval === undefined) return askForApproval(execution, error);
    if (error instanceof ApprovalNeeded) throw askAnother(error);
    await recordRefusal(execution, error).catch((failure: unknown) =>
      context.log.warn({ err: failure }, 'refusal not audited'),
    );
    throw error;
  }
}

/** A member approved more than they are allowed to. The approval stays open for those who are allowed. */
function askAnother({ reason }: ApprovalNeeded): AppError {
  return new AppError('requires_person', `${reason} An owner or an admin of the workspace can approve it.`);
}
