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
/** How long a claim holds without a sign of life. Another instance may take over after that; the fence keeps it safe. */
export const claimLeaseMs = 5_000;

/** By the store's clock: an instance whose own is wrong takes nobody's claim. */
function leaseFrom(serverTime: Date): Date {
  return new Date(serverTime.getTime() + claimLeaseMs);
}

export type KeyClaim = { kind: 'claimed'; owner: string } | { kind: 'replay'; answer: StoredAnswer };

/** Gives back what a dead claimant's operation still holds. */
export type GiveBack = (operationId: string) => Promise<void>;

/** The answer that is stored under the key already. Call at the beginning of the transaction of the effect. */
export async function findAnswer(scope: KeyScope, fingerprint: string, now: Date): Promise<StoredAnswer | null> {
  const found = await findRecord(scope);
  if (found === null) return null;
  const answer = answerIn(found, fingerprint, now);
  // Left by a release that claimed every key.
  if (answer === null) await IdempotencyModel.deleteOne({ _id: found._id, state: 'running', owner: found.owner });
  return answer;
}

/**
 * Stores the answer under its key, in the transaction of the effect. Another request with the key that was quicker is met
 * at the id: the transaction then runs again and finds its answer.
 */
export async function keepAnswer(scope: KeyScope, fingerprint: string, answer: StoredAnswer, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptMs);
  const { workspaceId } = scope;
  await insertDocuments(IdempotencyModel, [
    { _id: recordId(scope), workspaceId, fingerprint, state: 'done', ...answer, expiresAt },
  ]);
}

/**
 * Claims a key by one unique insert. A finished request is replayed; a running one is refused
 * (`idempotency_in_progress`); one whose claimant fell silent is taken over, which is safe because effect and answer are
 * written in one transaction.
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
    // Before the claim changes hands: who dies in between leaves the operation named for the next one.
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

/** A sign of life of a long request. */
export async function renewClaim(scope: KeyScope, owner: string): Promise<void> {
  const leaseUntil = leaseFrom(await serverNow());
  await IdempotencyModel.updateOne({ _id: recordId(scope), owner, state: 'running' }, { $set: { leaseUntil } });
}

/** Records the answer, in the transaction of the effect. When the claim was lost, the transaction has to fail. */
export async function completeKey(scope: KeyScope, owner: string, answer: StoredAnswer): Promise<void> {
  const done = await IdempotencyModel.updateOne(
    { _id: recordId(scope), owner, state: 'running' },
    { $set: { state: 'done', ...answer } },
  );
  if (done.matchedCount !== 1) throw inProgress();
}

/** Forgets a claim whose request was refused: nothing happened, so the key is free again. */
export async function releaseKey(scope: KeyScope, owner: string): Promise<void> {
  await IdempotencyModel.deleteOne({ _id: recordId(scope), owner, state: 'running' });
}
