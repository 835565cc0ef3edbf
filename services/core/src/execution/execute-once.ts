import { apiPrefix, pathWith } from '../actions/definition/define-action.ts';
import { digestOf } from '../domain/values/canonical-json.ts';
import { giveBackOperation } from '../store/credits/abandoned-operation-store.ts';
import { findRecord, inProgress, type KeyScope, keyReused, recordId } from '../store/idempotency/idempotency-record.ts';
import {
  claimKey,
  claimLeaseMs,
  completeKey,
  findAnswer,
  keepAnswer,
  releaseKey,
  renewClaim,
} from '../store/idempotency/idempotency-store.ts';
import type { Answer, AnswerKeeper } from './answer.ts';
import { callsOutside, execute } from './execute.ts';
import type { CarriedOut, Execution } from './execution.ts';

const renewals = 2.5;

/** Keys of requests running in this process, with their fingerprints. */
const running = new Map<string, string>();

/**
 * Runs the execution once per Idempotency-Key. The response is stored in the transaction of the effect, so that a crash
 * leaves both or neither. A rejected request leaves nothing, and the key can be used for the corrected request. If two
 * instances run the same request concurrently, they conflict on the record: the later one retries and finds the
 * response.
 */
export async function executeOnce(execution: Execution, key: string): Promise<CarriedOut> {
  const { action, input, context } = execution;
  const scope: KeyScope = { workspaceId: context.workspaceId, action: action.name, key };
  const fingerprint = digestOf({ method: action.method, path: apiPrefix + pathWith(action, input), input });
  const id = recordId(scope);
  const asked = running.get(id);
  if (asked !== undefined) throw asked === fingerprint ? inProgress() : keyReused();
  running.set(id, fingerprint);
  try {
    if (callsOutside(execution)) return await executeClaimed(execution, scope, fingerprint);
    return await execute(execution, keptWithEffect(execution, scope, fingerprint));
  } finally {
    running.delete(id);
  }
}

/** True if a request with the key runs or has run. A rejected one leaves the key unused. */
export async function isKeyUsed(scope: KeyScope): Promise<boolean> {
  return running.has(recordId(scope)) || (await findRecord(scope)) !== null;
}

/** Executions without external calls need no claim. */
function keptWithEffect({ context }: Execution, scope: KeyScope, fingerprint: string): AnswerKeeper {
  return {
    id: recordId(scope),
    async find() {
      const found = await findAnswer(scope, fingerprint, context.now());
      return found && { ...found, isReplay: true };
    },
    async keep(made) {
      const answer = asText(made);
      await keepAnswer(scope, fingerprint, toStored(answer), context.now());
      return answer;
    },
  };
}

/** Claims the key in the store before an external call, so that two instances never both make the call. */
async function executeClaimed(execution: Execution, scope: KeyScope, fingerprint: string): Promise<CarriedOut> {
  const { context } = execution;
  const giveBack = (operationId: string) => giveBackOperation(context.workspaceId, operationId, context.now());
  const claim = await claimKey(scope, fingerprint, context.operationId, giveBack, context.now());
  if (claim.kind === 'replay') return { ...claim.answer, isReplay: true };
  const heartbeat = setInterval(() => renewClaim(scope, claim.owner).catch(() => {}), claimLeaseMs / renewals);
  const keep = async (made: Answer) => {
    const answer = asText(made);
    await completeKey(scope, claim.owner, toStored(answer));
    return answer;
  };
  try {
    return await execute(execution, { find: async () => null, keep });
  } catch (error) {
    await releaseKey(scope, claim.owner).catch(() => {});
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

function asText(answer: Answer): Answer & { body: string } {
  return { ...answer, body: JSON.stringify(answer.body) };
}

function toStored({ status, body, subjectIds }: Answer & { body: string }) {
  return { status, body, subjectIds };
}
