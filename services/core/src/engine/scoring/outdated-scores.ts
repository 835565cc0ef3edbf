import type { ContactScore } from '../../store/contacts/contact-model.ts';
import { findPublishedVersions } from '../../store/scoring/target-profile-store.ts';

interface Scored {
  score?: ContactScore;
}

/** Marks each record whose score was computed with a profile version that is no longer published. */
export async function markOutdated<R extends Scored>(workspaceId: string, records: R[]): Promise<R[]> {
  const profileIds = [...new Set(records.flatMap(({ score }) => score?.profileId ?? []))];
  if (profileIds.length === 0) return records;
  const versions = await findPublishedVersions(workspaceId, profileIds);
  return records.map((record) => {
    const { score } = record;
    if (!score) return record;
    return { ...record, score: { ...score, isOutdated: versions.get(score.profileId) !== score.profileVersion } };
  });
}
