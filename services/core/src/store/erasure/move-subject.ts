import { AuditModel } from '../events/audit/audit-store.ts';
import { EventModel } from '../events/event-store.ts';
import { DeliveryModel } from '../events/webhooks/delivery-store.ts';
import { IdempotencyModel } from '../idempotency/idempotency-record.ts';
import { JobResultModel } from '../jobs/job-result-store.ts';
import { ScoreModel } from '../scoring/score-store.ts';

/**
 * Moves references from one record to the record it was merged into. The two then share one timeline, and erasing it
 * covers both. Call inside a transaction.
 */
export async function moveSubject(workspaceId: string, fromId: string, toId: string): Promise<void> {
  const moved = { workspaceId, subjectId: fromId };
  await EventModel.updateMany(moved, { $set: { subjectId: toId } });
  await DeliveryModel.updateMany(moved, { $set: { subjectId: toId } });
  await JobResultModel.updateMany({ workspaceId, recordId: fromId }, { $set: { recordId: toId } });
  // Records with several subjects get the new ID in addition, since statements about the old one remain true.
  await IdempotencyModel.updateMany({ workspaceId, subjectIds: fromId }, { $addToSet: { subjectIds: toId } });
  // The audit chain covers the original subjects of an entry, so merged subjects are recorded separately.
  await AuditModel.updateMany(
    { workspaceId, subjectIds: { $eq: fromId, $ne: toId } },
    { $addToSet: { subjectIds: toId, joinedIds: toId } },
  );
  await moveScores(workspaceId, fromId, toId);
}

const profilesMax = 100;

/** If both records have a score by one profile, the kept record's score stays. */
async function moveScores(workspaceId: string, fromId: string, toId: string): Promise<void> {
  const moved = await ScoreModel.find({ workspaceId, recordId: fromId }).limit(profilesMax).lean();
  const kept = await ScoreModel.find({ workspaceId, recordId: toId }).limit(profilesMax).lean();
  const known = new Set(kept.map(({ profileId }) => profileId));
  const fresh = moved.filter(({ profileId }) => !known.has(profileId));
  await ScoreModel.deleteMany({ workspaceId, recordId: fromId });
  const documents = fresh.map((score) => ({ ...score, _id: `${toId}:${score.profileId}`, recordId: toId }));
  if (documents.length > 0) await ScoreModel.insertMany(documents);
}
