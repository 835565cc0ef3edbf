import { randomUUID } from 'node:crypto';
import { Schema } from 'mongoose';
import { AppError } from '../../errors.ts';
import { defineModel } from '../define-model.ts';
import { insertDocuments } from '../insert-documents.ts';
import { isDuplicateKey } from '../transaction.ts';

const keptMs = 7 * 24 * 60 * 60 * 1000;
/** How long a claim holds without a sign of life. Another instance may take over after that; the fence keeps it safe. */
export const claimLeaseMs = 5_000;

interface IdempotencyDoc {
  _id: string;
  workspaceId: string;
  fingerprint: string;
  state: 'running' | 'done';
  /** The fence: only the claimant that wrote it may complete the record. */
  owner: string;
  /** What the claimant may hold credits for: whoever takes the claim over gives them back. */
  operationId: string;
  leaseUntil: Date;
  status?: number;
  body?: string;
  subjectIds?: string[];
  expiresAt: Date;
}

/** Whose key it is: keys are scoped to the workspace and the action. */
export interface KeyScope {
  workspaceId: string;
  action: string;
  key: string;
}

export interface StoredAnswer {
  status: number;
  body: string;
  /** Ids of the records that the answer speaks of, so that erasing one of them finds this answer. */
  subjectIds: string[];
}

export type Claim = { kind: 'claimed'; owner: string } | { kind: 'replay'; answer: StoredAnswer };

/** Gives back what a dead claimant's operation still holds. */
export type GiveBack = (operationId: string) => Promise<void>;

const IdempotencyModel = defineModel<IdempotencyDoc>(
  'IdempotencyRecord',
  'idempotency',
  new Schema({
    workspaceId: { type: String, required: true },
    fingerprint: { type: String, required: true },
    state: { type: String, required: true },
    owner: { type: String, required: true },
    operationId: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    status: Number,
    body: String,
    subjectIds: { type: [String], default: undefined },
    expiresAt: { type: Date, required: true },
  })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
    .index({ workspaceId: 1, subjectIds: 1 }),
);

const recordId = ({ workspaceId, action, key }: KeyScope): string => `${workspaceId}:${action}:${key}`;

/**
 * Claims a key by one unique insert. A finished request is replayed; a running one is refused
 * (`idempotency_in_progress`); one whose claimant fell silent is taken over, which is safe because effect and answer are
 * written in one transaction.
 */
export const claimKey = async (
  scope: KeyScope,
  fingerprint: string,
  operationId: string,
  giveBack: GiveBack,
  now: Date,
): Promise<Claim> => {
  const owner = randomUUID();
  const lease = { owner, operationId, leaseUntil: new Date(now.getTime() + claimLeaseMs) };
  const expiresAt = new Date(now.getTime() + keptMs);
  try {
    const { workspaceId } = scope;
    const claim = { _id: recordId(scope), workspaceId, fingerprint, state: 'running' as const, ...lease, expiresAt };
    await insertDocuments(IdempotencyModel, [claim]);
    return { kind: 'claimed', owner };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return claimExisting(scope, fingerprint, lease, giveBack, now);
};

const claimExisting = async (
  scope: KeyScope,
  fingerprint: string,
  lease: { owner: string; operationId: string; leaseUntil: Date },
  giveBack: GiveBack,
  now: Date,
): Promise<Claim> => {
  const _id = recordId(scope);
  const found = await IdempotencyModel.findById(_id).lean();
  if (found !== null && found.fingerprint !== fingerprint) {
    throw new AppError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each logical request.',
    );
  }
  if (found?.state === 'done') {
    return { kind: 'replay', answer: { status: found.status!, body: found.body!, subjectIds: found.subjectIds ?? [] } };
  }
  const isAbandoned = found !== null && found.leaseUntil < now;
  if (!isAbandoned) throw new AppError('idempotency_in_progress', undefined, { retryAfterSeconds: 1 });
  // Before the claim changes hands: who dies in between leaves the operation named for the next one.
  await giveBack(found.operationId);
  const taken = await IdempotencyModel.findOneAndUpdate(
    { _id, owner: found.owner, state: 'running', leaseUntil: { $lt: now } },
    { $set: lease },
  ).lean();
  if (taken !== null) return { kind: 'claimed', owner: lease.owner };
  throw new AppError('idempotency_in_progress', undefined, { retryAfterSeconds: 1 });
};

/** A sign of life of a long request. */
export const renewClaim = async (scope: KeyScope, owner: string, now: Date): Promise<void> => {
  const leaseUntil = new Date(now.getTime() + claimLeaseMs);
  await IdempotencyModel.updateOne({ _id: recordId(scope), owner, state: 'running' }, { $set: { leaseUntil } });
};

/** Records the answer, in the transaction of the effect. When the claim was lost, the transaction has to fail. */
export const completeKey = async (scope: KeyScope, owner: string, answer: StoredAnswer): Promise<void> => {
  const done = await IdempotencyModel.updateOne(
    { _id: recordId(scope), owner, state: 'running' },
    { $set: { state: 'done', ...answer } },
  );
  if (done.matchedCount === 1) return;
  throw new AppError('idempotency_in_progress', 'Another instance has taken this request over.', {
    retryAfterSeconds: 1,
  });
};

/** Forgets a claim whose request was refused: nothing happened, so the key is free again. */
export const releaseKey = async (scope: KeyScope, owner: string): Promise<void> => {
  await IdempotencyModel.deleteOne({ _id: recordId(scope), owner, state: 'running' });
};

/** Removes the stored answers that speak of an erased record. */
export const forgetAnswersAbout = async (workspaceId: string, subjectId: string): Promise<void> => {
  await IdempotencyModel.deleteMany({ workspaceId, subjectIds: subjectId });
};
