import { toRecord } from '../documents/define-model.ts';
import { type EnrollmentDoc, EnrollmentModel } from './enrollment-model.ts';
import type { EnrollmentRecord } from './enrollment-store.ts';

/** Paused enrollments whose pause is over, in one workspace or in all. */
export async function findResumableEnrollments(
  now: Date,
  limit: number,
  within: { workspaceId?: string } = {},
): Promise<EnrollmentRecord[]> {
  const found = await EnrollmentModel.find({ ...within, state: 'paused', resumeAt: { $ne: null, $lte: now } })
    .limit(limit)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}
