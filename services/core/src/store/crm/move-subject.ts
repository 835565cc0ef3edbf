import mongoose, { type Model } from 'mongoose';

// Looked up by name: these models belong to stores that keep them to themselves.
function modelNamed(name: string) {
  return mongoose.model(name) as Model<Record<string, unknown>>;
}

/** Where a record is spoken of by its id alone. */
const bySubject: [model: string, field: string][] = [
  ['Event', 'subjectId'],
  ['Delivery', 'subjectId'],
  ['JobResult', 'recordId'],
];

/** Where several are spoken of at once: the new id is added, for what was said of the old one stays true. */
const bySubjects: [model: string, field: string][] = [
  ['AuditEntry', 'subjectIds'],
  ['IdempotencyRecord', 'subjectIds'],
];

/**
 * Gives what is said of one record to another, of which it has become a part: its timeline is one from then on, and
 * erasing it forgets both. Call inside a transaction.
 */
export async function moveSubject(workspaceId: string, fromId: string, toId: string): Promise<void> {
  for (const [name, field] of bySubject)
    await modelNamed(name).updateMany({ workspaceId, [field]: fromId }, { $set: { [field]: toId } });
  for (const [name, field] of bySubjects)
    await modelNamed(name).updateMany({ workspaceId, [field]: fromId }, { $addToSet: { [field]: toId } });
  await moveScores(workspaceId, fromId, toId);
}

const profilesMax = 100;

/** Of two scores by one profile the kept record's stays. */
async function moveScores(workspaceId: string, fromId: string, toId: string): Promise<void> {
  const Score = modelNamed('Score');
  const moved = await Score.find({ workspaceId, recordId: fromId }).limit(profilesMax).lean();
  const kept = await Score.find({ workspaceId, recordId: toId }).limit(profilesMax).lean();
  const known = new Set(kept.map(({ profileId }) => profileId));
  const fresh = moved.filter(({ profileId }) => !known.has(profileId));
  await Score.deleteMany({ workspaceId, recordId: fromId });
  const documents = fresh.map((score) => ({ ...score, _id: `${toId}:${score.profileId}`, recordId: toId }));
  if (documents.length > 0) await Score.insertMany(documents);
}
