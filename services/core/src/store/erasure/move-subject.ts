import { AuditModel } from '../events/audit/audit-store.ts';
import { EventModel } from '../events/event-store.ts';
import { DeliveryModel } from '../events/webhooks/delivery-store.ts';
import { IdempotencyModel } from '../idempotency/idempotency-record.ts';
import { JobResultModel } from '../jobs/job-result-store.ts';
import { type ScoreDoc, ScoreModel } from '../scoring/score-store.ts';
import { type MergeTrace, type Move, moveReferences, takeOut } from './moved-references.ts';

/**
 * Moves references from one record to the record it was merged into. The two then share one timeline, and erasing it
 * covers both. Call inside a transaction.
 */
export async function moveSubject(move: Move): Promise<MergeTrace> {
  const { workspaceId, fromId, toId } = move;
  const moved = [
    ...(await moveReferences(EventModel, 'subjectId', move)),
    ...(await moveReferences(DeliveryModel, 'subjectId', move)),
    ...(await moveReferences(JobResultModel, 'recordId', move)),
  ];
  // Records with several subjects get the new ID in addition, since statements about the old one remain true.
  await IdempotencyModel.updateMany({ workspaceId, subjectIds: fromId }, { $addToSet: { subjectIds: toId } });
  // The audit chain covers the original subjects of an entry, so merged subjects are recorded separately.
  await AuditModel.updateMany(
    { workspaceId, subjectIds: { $eq: fromId, $ne: toId } },
    { $addToSet: { subjectIds: toId, joinedIds: toId } },
  );
  return { moved, removed: await moveScores(move) };
}

const profilesMax = 100;

/** If both records have a score by one profile, the kept record's score stays. Returns the other's scores. */
async function moveScores({ workspaceId, fromId, toId }: Move): Promise<MergeTrace['removed']> {
  const removed = await takeOut(ScoreModel, { workspaceId, recordId: fromId });
  const scores = removed.flatMap(({ documents }) => documents as ScoreDoc[]);
  const kept = await ScoreModel.find({ workspaceId, recordId: toId }).limit(profilesMax).lean();
  const known = new Set(kept.map(({ profileId }) => profileId));
  const fresh = scores.filter(({ profileId }) => !known.has(profileId));
  const documents = fresh.map((score) => ({ ...score, _id: `${toId}:${score.profileId}`, recordId: toId }));
  if (documents.length > 0) await ScoreModel.insertMany(documents);
  return removed;
}
