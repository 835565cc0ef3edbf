import type { Static } from 'typebox';
import type { RecordScore } from '../../schema/record-parts.ts';
import type { ContactScore } from '../../store/contacts/contact-model.ts';

/** Latest score of a person or company, as shown. Stale after the record has changed. */
export function scoreViewOf(record: { score?: ContactScore; updatedAt: Date }): Static<typeof RecordScore> | null {
  if (!record.score) return null;
  const { scoredAt, isOutdated = false, ...shown } = record.score;
  return { ...shown, stale: isOutdated || scoredAt < record.updatedAt };
}
