import {
  type EnrollmentState,
  type EnrollmentTransition,
  enrollmentTransitions,
  openEnrollmentStates,
} from '../../domain/campaigns/enrollment-state.ts';
import { given } from '../../domain/values/given.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { type EnrollmentDoc, EnrollmentModel } from './enrollment-model.ts';

export type EnrollmentRecord = Omit<EnrollmentDoc, '_id'> & { id: string };

const enrollmentsPerQueryMax = 10_000;
const open = { $in: [...openEnrollmentStates] };

export async function findEnrollment(workspaceId: string, enrollmentId: string): Promise<EnrollmentRecord | null> {
  const found = await EnrollmentModel.findOne({ workspaceId, _id: enrollmentId }).lean<EnrollmentDoc>();
  return found && toRecord(found);
}

/** Returns many enrollments in no particular order. */
export async function findEnrollments(workspaceId: string, enrollmentIds: string[]): Promise<EnrollmentRecord[]> {
  if (enrollmentIds.length === 0) return [];
  const found = await EnrollmentModel.find({ workspaceId, _id: { $in: enrollmentIds } })
    .limit(enrollmentIds.length)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}

export interface EnrollmentFilter {
  campaignId?: string;
  contactId?: string;
  state?: EnrollmentState;
}

export function listEnrollments(
  workspaceId: string,
  filter: EnrollmentFilter,
  page: PageRequest,
): Promise<PageResult<EnrollmentRecord>> {
  return findPage<EnrollmentDoc>(EnrollmentModel, { workspaceId, ...given(filter) }, page);
}

/** Enrollments of these contacts that affect enrolling them: open ones in any campaign, and all in this campaign. */
export async function findEnrollmentsOf(
  workspaceId: string,
  contactIds: string[],
  campaignId: string,
): Promise<EnrollmentRecord[]> {
  const found = await EnrollmentModel.find({
    workspaceId,
    contactId: { $in: contactIds },
    $or: [{ state: open }, { campaignId }],
  })
    .limit(enrollmentsPerQueryMax)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}

/** Enrollments of people who have or had these addresses: open ones in any campaign, and all in this campaign. */
export async function findEnrollmentsOfPersons(
  workspaceId: string,
  digests: string[],
  campaignId: string,
): Promise<EnrollmentRecord[]> {
  if (digests.length === 0) return [];
  const which = { $or: [{ endedAt: null }, { campaignId }] };
  const found = await EnrollmentModel.find({ workspaceId, personDigests: { $in: digests }, ...which })
    .limit(enrollmentsPerQueryMax)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}

/** Companies that already have a contact in this campaign. */
export async function findEnrolledCompanies(
  workspaceId: string,
  campaignId: string,
  companyIds: string[],
): Promise<Set<string>> {
  // An enrollment that reached no one does not block other contacts at the company.
  const isReached = { state: { $ne: 'failed' }, pauseReason: { $ne: 'sender_refused' } } as const;
  const found = await EnrollmentModel.find({ workspaceId, campaignId, companyId: { $in: companyIds }, ...isReached })
    .limit(enrollmentsPerQueryMax)
    .select({ companyId: 1 })
    .lean<EnrollmentDoc[]>();
  return new Set(found.map(({ companyId }) => companyId!));
}

/** Open enrollments of one contact, of one company in a campaign, or of a whole campaign, oldest first. */
export async function findOpenEnrollments(
  workspaceId: string,
  subject: { contactId: string } | { campaignId: string; companyId?: string },
  limit: number = enrollmentsPerQueryMax,
): Promise<EnrollmentRecord[]> {
  const found = await EnrollmentModel.find({ workspaceId, ...subject, state: open })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}

export async function findPendingEnrollments(
  workspaceId: string,
  campaignId: string,
  limit: number,
): Promise<EnrollmentRecord[]> {
  const found = await EnrollmentModel.find({ workspaceId, campaignId, state: 'pending' })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}

/** Enrollments of a campaign in these states, ordered by ID, in pages. */
export async function findEnrollmentsAfter(
  workspaceId: string,
  { campaignId, states, afterId }: { campaignId: string; states: readonly EnrollmentState[]; afterId: string },
  limit: number,
): Promise<EnrollmentRecord[]> {
  const where = { workspaceId, campaignId, state: { $in: [...states] }, _id: { $gt: afterId } };
  const found = await EnrollmentModel.find(where).sort({ _id: 1 }).limit(limit).lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}

export type EnrollmentChanges = Partial<
  Omit<EnrollmentRecord, 'id' | 'workspaceId' | 'campaignId' | 'contactId' | 'state' | 'version' | 'createdAt'>
>;

/**
 * Applies a named transition to the enrollment. Returns null if it is deleted or its state does not allow the
 * transition.
 */
export async function transitionEnrollment(
  workspaceId: string,
  enrollmentId: string,
  transition: EnrollmentTransition,
  changes: EnrollmentChanges,
  now: Date,
): Promise<EnrollmentRecord | null> {
  const { from, to } = enrollmentTransitions[transition];
  const updated = await EnrollmentModel.findOneAndUpdate(
    { workspaceId, _id: enrollmentId, state: { $in: [...from] } },
    { $set: { pauseReason: null, resumeAt: null, ...changes, state: to, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<EnrollmentDoc>();
  return updated && toRecord(updated);
}

/** Moves an active enrollment to another step, once. Returns null if another worker already did or it has ended. */
export async function advanceEnrollment(
  workspaceId: string,
  enrollmentId: string,
  { from, to }: { from: number; to: number },
  now: Date,
): Promise<EnrollmentRecord | null> {
  const updated = await EnrollmentModel.findOneAndUpdate(
    { workspaceId, _id: enrollmentId, state: { $in: ['active', 'paused'] }, stepIndex: from },
    { $set: { stepIndex: to, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<EnrollmentDoc>();
  return updated && toRecord(updated);
}

export async function countEnrollmentsByState(
  workspaceId: string,
  campaignId: string,
): Promise<Partial<Record<EnrollmentState, number>>> {
  const rows = await EnrollmentModel.aggregate<{ _id: EnrollmentState; count: number }>([
    { $match: { workspaceId, campaignId } },
    { $group: { _id: '$state', count: { $sum: 1 } } },
  ]);
  return Object.fromEntries(rows.map((row) => [row._id, row.count]));
}

/** Earliest automatic resume time among the paused enrollments of a campaign. */
export async function findNextResume(workspaceId: string, campaignId: string): Promise<Date | null> {
  const first = await EnrollmentModel.findOne({ workspaceId, campaignId, state: 'paused', resumeAt: { $ne: null } })
    .sort({ resumeAt: 1 })
    .select({ resumeAt: 1 })
    .lean<EnrollmentDoc>();
  return first?.resumeAt ?? null;
}

export async function hasOpenEnrollments(workspaceId: string, campaignId: string): Promise<boolean> {
  return (await EnrollmentModel.findOne({ workspaceId, campaignId, state: open }).select({ _id: 1 }).lean()) !== null;
}

export function countPending(workspaceId: string, campaignId: string): Promise<number> {
  return EnrollmentModel.countDocuments({ workspaceId, campaignId, state: 'pending' });
}
