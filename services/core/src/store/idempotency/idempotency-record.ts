import { AppError } from '../../errors/errors.ts';
import { hmacWith } from '../../secrets/hmac.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { joinLookUps } from '../documents/look-ups.ts';
import { date, number, optional, string, stringOf, strings, withDefault } from '../documents/paths.ts';
import { digestKey } from '../secrets/store-keys.ts';

type IdempotencyDoc = DocOf<typeof IdempotencyModel>;

/** Scope of a key: the workspace and the action. */
export interface KeyScope {
  workspaceId: string;
  action: string;
  key: string;
}

export interface StoredAnswer {
  status: number;
  body: string;
  /** IDs of the records that the response mentions, so that erasing one of them finds this response. */
  subjectIds: string[];
}

export const IdempotencyModel = defineModel(
  'IdempotencyRecord',
  'idempotency',
  stored({
    workspaceId: string,
    fingerprint: withDefault(string, ''),
    /** Only requests that call outside services are `running` in the store. All others are stored when they complete. */
    state: stringOf<'running' | 'done' | 'erased'>(),
    /** Fence: only the claimant that wrote it can complete the record. */
    owner: optional(string),
    /** Operation whose credits the claimant may hold. A worker that takes the claim over releases them. */
    operationId: optional(string),
    leaseUntil: optional(date),
    status: optional(number),
    body: optional(string),
    subjectIds: optional(strings),
    expiresAt: date,
  })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
    .index({ workspaceId: 1, subjectIds: 1 }),
);

export function recordId({ workspaceId, action, key }: KeyScope): string {
  return `${workspaceId}:${action}:${key}`;
}

/** ID of a key after its response is erased, since the key itself can name a person. */
function erasedId(workspaceId: string, id: string): string {
  return `${workspaceId}:erased:${hmacWith(digestKey()).update(`idempotency\n${id}`).digest('hex')}`;
}

const lookUp = joinLookUps<IdempotencyDoc>(
  (_workspaceId, ids) =>
    IdempotencyModel.find({ _id: { $in: ids } })
      .limit(ids.length)
      .lean<IdempotencyDoc[]>(),
  ({ _id }) => [_id],
);

/** Throws `erased` if the key was used for a person who was erased since. */
export async function findRecord(scope: KeyScope): Promise<IdempotencyDoc | null> {
  const { workspaceId } = scope;
  const id = recordId(scope);
  const [found] = await lookUp(workspaceId, [id, erasedId(workspaceId, id)]);
  if (found?.state === 'erased') throw new AppError('erased');
  return found ?? null;
}

/**
 * Stored response. Null if the claimant stopped responding. Throws for a different request, and for one in progress.
 */
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
 * Removes stored responses that mention an erased record. Their keys stay taken but unreadable, so that a retried
 * request does not recreate the person.
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
