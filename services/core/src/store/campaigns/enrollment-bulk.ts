import type { EnrollmentState } from '../../domain/campaigns/enrollment-state.ts';
import { openEnrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import { newId } from '../../domain/ids.ts';
import { toRecord } from '../define-model.ts';
import { addEvents } from '../requests/event-store.ts';
import { enrollmentEvent } from './enrollment-events.ts';
import { type EnrollmentDoc, EnrollmentModel } from './enrollment-model.ts';
import type { EnrollmentRecord } from './enrollment-store.ts';

// Changes of many enrollments at once. Each tells of every single one by an event: call them inside a transaction.

/** So many are ended in one transaction at most. */
export const endedAtOnceMax = 500;

export type NewEnrollment = Pick<EnrollmentRecord, 'campaignId' | 'contactId' | 'companyId' | 'createdBy'>;

const tell = (workspaceId: string, enrollments: EnrollmentRecord[], now: Date): Promise<void> =>
  addEvents(workspaceId, enrollments.map(enrollmentEvent), now);

export const insertEnrollments = async (
  workspaceId: string,
  enrollments: NewEnrollment[],
  now: Date,
): Promise<EnrollmentRecord[]> => {
  if (enrollments.length === 0) return [];
  const documents = enrollments.map((enrollment) => ({
    ...enrollment,
    _id: newId('enr'),
    workspaceId,
    state: 'pending',
    createdAt: now,
    updatedAt: now,
  }));
  const created = await EnrollmentModel.insertMany(documents as never);
  const records = (created as unknown as { toObject(): EnrollmentDoc }[]).map((doc) => toRecord(doc.toObject()));
  await tell(workspaceId, records, now);
  return records;
};

/** Begins the sequences of these pending enrollments, all with one mailbox. */
export const startEnrollments = async (
  workspaceId: string,
  enrollments: EnrollmentRecord[],
  mailboxId: string,
  now: Date,
): Promise<void> => {
  const ids = enrollments.map(({ id }) => id);
  const started = { state: 'active', mailboxId, startedAt: now, updatedAt: now } as const;
  await EnrollmentModel.updateMany(
    { workspaceId, _id: { $in: ids }, state: 'pending' },
    { $set: started, $inc: { version: 1 } },
  );
  await tell(
    workspaceId,
    enrollments.map((enrollment) => ({ ...enrollment, ...started })),
    now,
  );
};

const openOf = async (
  workspaceId: string,
  subject: { campaignId: string } | { contactId: string },
): Promise<EnrollmentRecord[]> => {
  const found = await EnrollmentModel.find({ workspaceId, ...subject, state: { $in: [...openEnrollmentStates] } })
    .sort({ _id: 1 })
    .limit(endedAtOnceMax)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
};

/** Ends what is still open in a campaign or of a contact, up to `endedAtOnceMax`. Answers how many. */
export const removeOpenEnrollments = async (
  workspaceId: string,
  subject: { campaignId: string } | { contactId: string },
  endReason: string,
  now: Date,
): Promise<number> => {
  const open = await openOf(workspaceId, subject);
  const removed = { state: 'removed' as EnrollmentState, endReason, endedAt: now, updatedAt: now };
  await EnrollmentModel.updateMany(
    { workspaceId, _id: { $in: open.map(({ id }) => id) } },
    { $set: { ...removed, pauseReason: null, resumeAt: null }, $inc: { version: 1 } },
  );
  await tell(
    workspaceId,
    open.map((enrollment) => ({ ...enrollment, ...removed })),
    now,
  );
  return open.length;
};

/** Of a campaign that was never launched: nothing else refers to them. */
export const deleteEnrollmentsOf = async (workspaceId: string, campaignId: string): Promise<void> => {
  await EnrollmentModel.deleteMany({ workspaceId, campaignId });
};
