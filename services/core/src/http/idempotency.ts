import { digestOf } from '../domain/canonical-json.ts';
import {
  claimKey,
  claimLeaseMs,
  completeKey,
  type KeyScope,
  releaseKey,
  renewClaim,
} from '../store/requests/idempotency-store.ts';
import { releaseIfHeld } from '../store/requests/operation-store.ts';
import type { Answer, Execution } from './execute.ts';
import { execute } from './execute.ts';

export interface KeyedAnswer {
  status: number;
  body: string;
  isReplay: boolean;
}

const renewals = 2.5;

/**
 * Runs the execution once per Idempotency-Key. The answer is recorded in the transaction of the effect, so a crash leaves
 * both or none; a refusal leaves nothing, and the key free for the corrected request.
 */
export const executeOnce = async (execution: Execution, key: string, path: string): Promise<KeyedAnswer> => {
  const { action, input, context } = execution;
  const scope: KeyScope = { workspaceId: context.workspaceId, action: action.name, key };
  const fingerprint = digestOf({ method: action.method, path, input });
  const giveBack = (operationId: string) => releaseIfHeld(context.workspaceId, operationId, context.now());
  const claim = await claimKey(scope, fingerprint, context.operationId, giveBack, context.now());
  if (claim.kind === 'replay') return { ...claim.answer, isReplay: true };
  const heartbeat = setInterval(
    () => renewClaim(scope, claim.owner, context.now()).catch(() => {}),
    claimLeaseMs / renewals,
  );
  try {
    const answer = await execute(execution, (made) => completeKey(scope, claim.owner, toStored(made)));
    return { status: answer.status, body: JSON.stringify(answer.body), isReplay: false };
  } catch (error) {
    await releaseKey(scope, claim.owner).catch(() => {});
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
};

const toStored = ({ status, body, subjectIds }: Answer) => ({ status, body: JSON.stringify(body), subjectIds });
