import { toRecord } from '../define-model.ts';
import { type EnrollmentDoc, EnrollmentModel } from './enrollment-model.ts';
import type { EnrollmentRecord } from './enrollment-store.ts';

/** Paused enrollments of all workspaces whose pause is over. For the worker. */
export const findResumableEnrollments = async (now: Date, limit: number): Promise<EnrollmentRecord[]> => {
  const found = await EnrollmentModel.find({ state: 'paused', resumeAt: { $ne: null, $lte: now } })
    .limit(limit)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
};
