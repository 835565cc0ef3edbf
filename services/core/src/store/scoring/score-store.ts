import type { ProfileKind } from '../../domain/scoring/fit-criteria.ts';
import { CompanyModel } from '../companies/company-model.ts';
import { ContactModel } from '../contacts/contact-model.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { date, number, numbers, string } from '../documents/paths.ts';

/** Full result of one record in one profile. The latest one is also on the record, in short form. */
export type ScoreDoc = DocOf<typeof ScoreModel>;
export type Score = RecordOf<ScoreDoc>;
export type NewScore = Omit<Score, 'id' | 'workspaceId'>;

export const ScoreModel = defineModel(
  'Score',
  'scores',
  stored({
    workspaceId: string,
    recordId: string,
    profileId: string,
    profileVersion: number,
    value: number,
    grade: string,
    coverage: number,
    matched: numbers,
    missed: numbers,
    unknown: numbers,
    disqualifiers: numbers,
    explanation: string,
    scoredAt: date,
  }).index({ workspaceId: 1, recordId: 1, scoredAt: -1 }),
);

function summaryOf({ value, grade, coverage, profileId, profileVersion, scoredAt }: NewScore) {
  return {
    value,
    grade,
    coverage,
    profileId,
    profileVersion,
    scoredAt,
  };
}

/** Call inside a transaction. Scoring does not count as a change of the record: its version and updatedAt stay. */
export async function saveScores(workspaceId: string, kind: ProfileKind, scores: NewScore[]): Promise<void> {
  if (scores.length === 0) return;
  await ScoreModel.bulkWrite(
    scores.map((score) => ({
      updateOne: {
        filter: { workspaceId, _id: `${score.recordId}:${score.profileId}` },
        update: { $set: score },
        upsert: true,
      },
    })),
  );
  const updates = scores.map((score) => ({
    updateOne: { filter: { workspaceId, _id: score.recordId }, update: { $set: { score: summaryOf(score) } } },
  }));
  if (kind === 'person') await ContactModel.bulkWrite(updates);
  else await CompanyModel.bulkWrite(updates);
}

/** Score in the given profile, or the latest one. */
export async function findScore(workspaceId: string, recordId: string, profileId?: string): Promise<Score | null> {
  const byProfile = profileId === undefined ? {} : { profileId };
  const found = await ScoreModel.findOne({ workspaceId, recordId, ...byProfile })
    .sort({ scoredAt: -1 })
    .lean<ScoreDoc>();
  return found && toRecord(found);
}
