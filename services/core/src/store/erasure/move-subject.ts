import { AuditModel } from '../events/audit/audit-store.ts';
import { EventModel } from '../events/event-store.ts';
import { DeliveryModel } from '../events/webhooks/delivery-store.ts';
import { IdempotencyModel } from '../idempotency/idempotency-record.ts';
import { JobResultModel } from '../jobs/job-result-store.ts';
import { ScoreModel } from '../scoring/score-store.ts';

/**
 * Gives what is said of one record to another, of which it has become a part: its timeline is one from then on, and
 * erasing it forgets both. Call inside a transaction.
 */
export async function moveSubject(workspaceId: string, fromId: string, toId: string): Promise<void> {
  const moved = { workspaceId, subjectId: fromId };
  await EventModel.updateMany(moved, { $set: { subjectId: toId } });
  await DeliveryModel.updateMany(moved, { $set: { subjectId: toId } });
  await JobResultModel.updateMany({ workspaceId, recordId: fromId }, { $set: { recordId: toId } });
  // Where several are spoken of at once the new id is added, for what was said of the old one stays true.
  await IdempotencyModel.updateMany({ workspaceId, subjectIds: fromId }, { $addToSet: { subjectIds: toId } });
  // The chain of the audit log vouches for the subjects that an entry was written with: those that join are named.
  await AuditModel.updateMany(
    { workspaceId, subjectIds: { $eq: fromId, $ne: toId } },
    { $addToSet: { subjectIds: toId, joinedIds: toId } },
  );
  await moveScores(workspaceId, fromId, toId);
}

const profilesMax = 100;

/** Of two scores by one profile the kept record's stays. */
async function moveScores(workspaceId: string, fromId: string, toId: string): Promise<void> {
  const moved = await ScoreModel.find({ workspaceId, recordId: fromId }).limit(profilesMax).lean();
  const kept = await ScoreModel.find({ workspaceId, recordId: toId }).limit(profilesMax).lean();
  const known = new Set(kept.map(({ profileId }) => profileId));
  const fresh = moved.filter(({ profileId }) => !known.has(profileId));
  await ScoreModel.deleteMany({ workspaceId, recordId: fromId });
  const documents = fresh.map((score) => ({ ...score, _id: `${toId}:${score.profileId}`, recordId: toId }));
  if (documents.length > 0) await ScoreModel.insertMany(documents);
}
