import { digestOf } from '../domain/canonical-json.ts';
import { AppError } from '../errors.ts';
import { addAuditEntry } from '../store/requests/audit-store.ts';
import type { LedgerReason } from '../store/requests/ledger-store.ts';
import type { Execution } from './execute.ts';

export const reasonOf = ({ action, context }: Execution): LedgerReason => {
  const { operationId, actor, idempotencyKey } = context;
  return { operationId, actor, action: action.name, ...(idempotencyKey && { idempotencyKey }) };
};

const entryOf = ({ action, input, context }: Execution) => {
  const { workspaceId, actor, via, previewId, idempotencyKey, requestId, now } = context;
  return {
    workspaceId,
    actor,
    via,
    action: action.name,
    effect: action.effect,
    inputDigest: digestOf(input),
    previewId,
    idempotencyKey,
    requestId,
    createdAt: now(),
  };
};

/** Call inside the transaction of the effect. */
export const recordSuccess = (
  execution: Execution,
  summary: string,
  credits: number,
  subjectIds: string[],
): Promise<void> => addAuditEntry({ ...entryOf(execution), result: 'ok', summary, credits, subjectIds });

/** A refusal is told too, without its message, which may quote the input. */
export const recordRefusal = async (execution: Execution, error: unknown): Promise<void> => {
  const result = error instanceof AppError ? error.code : 'internal';
  if (result === 'idempotency_in_progress') return;
  await addAuditEntry({ ...entryOf(execution), result, summary: '', credits: 0, subjectIds: [] });
};
