import { AppError } from '../../errors/errors.ts';
import { hmacWith } from '../../secrets/hmac.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { joinLookUps } from '../documents/look-ups.ts';
import { digestKey } from '../secrets/store-keys.ts';

interface IdempotencyDoc {
  _id: string;
  workspaceId: string;
  fingerprint: string;
  /** Only what calls the outside world is `running` in the store; all else is stored when it is done. */
  state: 'running' | 'done' | 'erased';
  /** The fence: only the claimant that wrote it may complete the record. */
  owner?: string;
  /** What the claimant may hold credits for: a worker that takes the claim over gives them back. */
  operationId?: string;
  leaseUntil?: Date;
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

export const IdempotencyModel = defineModel<IdempotencyDoc>(
  'IdempotencyRecord',
  'idempotency',
  new StoredSchema<IdempotencyDoc>({
    workspaceId: String,
    fingerprint: { type: String, default: '' },
    state: String,
    owner: String,
    operationId: String,
    leaseUntil: Date,
    status: Number,
    body: String,
    subjectIds: { type: [String], default: undefined },
    expiresAt: Date,
  })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
    .index({ workspaceId: 1, subjectIds: 1 }),
);

export function recordId({ workspaceId, action, key }: KeyScope): string {
  return `${workspaceId}:${action}:${key}`;
}

/** The id that a key has once its answer is erased: a key may name a person itself. */
function erasedId(workspaceId: string, id: string): string {
  return `${workspaceId}:erased:${hmacWith(digestKey()).update(`idempotency\n${id}`).digest('hex')}`;
}

const lookUp = joinLookUps<IdempotencyDoc>(
  (_workspaceId, ids) =>
    IdempotencyModel.find({ _id: { $in: ids } })
      .limit(ids.length)
      .lean<IdempotencyDoc[]>(),
  ({ _id }) => _id,
);

/** Throws `erased` when the key was used for a person who was erased since. */
export async function findRecord(scope: KeyScope): Promise<IdempotencyDoc | null> {
  const { workspaceId } = scope;
  const id = recordId(scope);
  const [found] = await lookUp(workspaceId, [id, erasedId(workspaceId, id)]);
  if (found?.state === 'erased') throw new AppError('erased');
  return found ?? null;
}

/** The stored answer; null when the claimant fell silent. Throws for another request, and for one under way. */
export function answerIn(found: IdempotencyDoc, fingerprint: string, now: Date): StoredAnswer | null {
  if (found.fingerprint !== fingerprint) throw keyReused();
  if (found.state === 'done') return { status: found.status!, body: found.body!, subjectIds: found.subjectIds ?? [] };
  if (found.leaseUntil! >= now) throw inProgress();
  return null;
}

export function inProgress(): AppError {
  return new AppError('idempotency_in_progress', undefined, { retryAfterSeconds: 1 });
}

export function keyReused(): AppError {
  return new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Use a new key for each logical request.',
  );
}

/**
 * Removes the stored answers that speak of an erased record. Their keys stay taken, unreadable: a request that is sent
 * again must not bring back whom it was about.
 */
export async function forgetAnswersAbout(workspaceId: string, subjectId: string): Promise<void> {
  const found = await IdempotencyModel.find({ workspaceId, subjectIds: subjectId }, { expiresAt: true }).lean<
    Pick<IdempotencyDoc, '_id' | 'expiresAt'>[]
  >();
  if (found.length === 0) return;
  await IdempotencyModel.deleteMany({ workspaceId, _id: { $in: found.map(({ _id }) => _id) } });
  const erased = found.map(({ _id, expiresAt }) => {
    return { _id: erasedId(workspaceId, _id), workspaceId, fingerprint: '', state: 'erased' as const, expiresAt };
  });
  await insertDocuments(IdempotencyModel, erased);
}
