import { randomUUID } from 'node:crypto';
import { insertDocuments } from '../documents/insert-documents.ts';
import { serverNow } from '../documents/server-clock.ts';
import { isDuplicateKey } from '../documents/transaction.ts';
import {
  answerIn,
  findRecord,
  IdempotencyModel,
  inProgress,
  type KeyScope,
  recordId,
  type StoredAnswer,
} from './idempotency-record.ts';

const keptMs = 7 * 24 * 60 * 60 * 1000;
/**
 * Lifetime of a claim without renewal, in milliseconds. Another instance can take over after that, and the fence keeps
 * this safe.
 */
export const claimLeaseMs = 5_000;

/** Uses the store's clock, so that an instance with a wrong clock takes no one's claim. */
function leaseFrom(serverTime: Date): Date {
  return new Date(serverTime.getTime() + claimLeaseMs);
}

export type KeyClaim = { kind: 'claimed'; owner: string } | { kind: 'replay'; answer: StoredAnswer };

/** Releases the remaining credits of a dead claimant's operation. */
export type GiveBack = (operationId: string) => Promise<void>;

/** Response already stored under the key. Call at the beginning of the transaction of the effect. */
export async function findAnswer(scope: KeyScope, fingerprint: string, now: Date): Promise<StoredAnswer | null> {
  const found = await findRecord(scope);
  if (found === null) return null;
  const answer = answerIn(found, fingerprint, now);
  // Written by a release that claimed every key.
  if (answer === null) await IdempotencyModel.deleteOne({ _id: found._id, state: 'running', owner: found.owner });
  return answer;
}

/**
 * Stores the response under its key, in the transaction of the effect. A faster request with the same key conflicts at
 * the ID. The transaction then runs again and finds its response.
 */
export async function keepAnswer(scope: KeyScope, fingerprint: string, answer: StoredAnswer, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptMs);
  const { workspaceId } = scope;
  await insertDocuments(IdempotencyModel, [
    { _id: recordId(scope), workspaceId, fingerprint, state: 'done', ...answer, expiresAt },
  ]);
}

/**
 * Claims a key with one unique insert. Replays a finished request, and rejects a running one
 * (`idempotency_in_progress`). Takes over from an unresponsive claimant, which is safe because the effect and the
 * response are written in one transaction.
 */
export async function claimKey(
  scope: KeyScope,
  fingerprint: string,
  operationId: string,
  giveBack: GiveBack,
  now: Date,
): Promise<KeyClaim> {
  const owner = randomUUID();
  const serverTime = await serverNow();
  const lease = { owner, operationId, leaseUntil: leaseFrom(serverTime) };
  const found = await findRecord(scope);
  if (found !== null) {
    const answer = answerIn(found, fingerprint, serverTime);
    if (answer !== null) return { kind: 'replay', answer };
    // Runs before the claim changes hands: if this process dies in between, the operation is still named for the next
    // one.
    await giveBack(found.operationId!);
    const taken = await IdempotencyModel.findOneAndUpdate(
      { _id: found._id, owner: found.owner, state: 'running', leaseUntil: { $lt: serverTime } },
      { $set: lease },
    ).lean();
    if (taken === null) throw inProgress();
    return { kind: 'claimed', owner };
  }
  const { workspaceId } = scope;
  const expiresAt = new Date(now.getTime() + keptMs);
  const claim = { _id: recordId(scope), workspaceId, fingerprint, state: 'running' as const, ...lease, expiresAt };
  try {
    await insertDocuments(IdempotencyModel, [claim]);
  } catch (error) {
    throw isDuplicateKey(error) ? inProgress() : error;
  }
  return { kind: 'claimed', owner };
}

/** Renews the claim of a long request. */
export async function renewClaim(scope: KeyScope, owner: string): Promise<void> {
  const leaseUntil = leaseFrom(await serverNow());
  await IdempotencyModel.updateOne({ _id: recordId(scope), owner, state: 'running' }, { $set: { leaseUntil } });
}

/** Records the response in the transaction of the effect. If the claim was lost, the transaction must fail. */
export async function completeKey(scope: KeyScope, owner: string, answer: StoredAnswer): Promise<void> {
  const done = await IdempotencyModel.updateOne(
    { _id: recordId(scope), owner, state: 'running' },
    { $set: { state: 'done', ...answer } },
  );
  if (done.matchedCount !== 1) throw inProgress();
}

/** Removes the claim of a rejected request. Nothing happened, so the key is free again. */
export async function releaseKey(scope: KeyScope, owner: string): Promise<void> {
  await IdempotencyModel.deleteOne({ _id: recordId(scope), owner, state: 'running' });
}
