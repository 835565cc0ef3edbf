import { digestOf } from '../domain/values/canonical-json.ts';
import { AppError } from '../errors/errors.ts';
import type { LedgerReason } from '../store/credits/ledger-store.ts';
import { addAuditEntry } from '../store/events/audit/audit-store.ts';
import type { Execution } from './execution.ts';

export function reasonOf({ action, context }: Execution): LedgerReason {
  const { operationId, actor, idempotencyKey } = context;
  return { operationId, actor, action: action.name, idempotencyKey };
}

function entryOf({ action, input, context }: Execution) {
  const { workspaceId, actor, via, previewId, approval, idempotencyKey, requestId, address, now } = context;
  return {
    workspaceId,
    actor,
    via,
    action: action.name,
    effect: action.effect,
    inputDigest: digestOf(input),
    previewId,
    approvedBy: approval?.by,
    idempotencyKey,
    requestId,
    address,
    createdAt: now(),
  };
}

/** Call inside the transaction of the effect. */
export function recordSuccess(
  execution: Execution,
  summary: string,
  credits: number,
  subjectIds: string[],
): Promise<void> {
  return addAuditEntry({ ...entryOf(execution), result: 'ok', summary, credits, subjectIds });
}

/** Audits a rejected request without its message, which may quote the input. */
export async function recordRefusal(execution: Execution, error: unknown): Promise<void> {
  const result = error instanceof AppError ? error.code : 'internal';
  if (result === 'idempotency_in_progress') return;
  const entry = { ...entryOf(execution), result, summary: '', credits: 0, subjectIds: [] };
  // The key may name the erased person.
  await addAuditEntry(result === 'erased' ? { ...entry, idempotencyKey: undefined } : entry);
}

/** Audits a request for approval. Nothing has happened yet; the entry names the requester and the action. */
export function recordApprovalRequest(execution: Execution, approvalId: string, summary: string): Promise<void> {
  const entry = { ...entryOf(execution), result: 'approval_requested', summary, credits: 0, subjectIds: [approvalId] };
  return addAuditEntry(entry);
}
