import type { EnrollmentState } from '../../domain/campaigns/enrollment-state.ts';
import { openEnrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import { newId } from '../../domain/values/ids.ts';
import { toRecord } from '../documents/define-model.ts';
import { createRecords } from '../documents/insert-documents.ts';
import { addEvents } from '../events/event-store.ts';
import { closeTasksOf } from '../tasks/close-tasks.ts';
import { enrollmentEvent } from './enrollment-events.ts';
import { type EnrollmentDoc, EnrollmentModel } from './enrollment-model.ts';
import type { EnrollmentRecord } from './enrollment-store.ts';

// Changes of many enrollments at once. Each emits one event per enrollment: call them inside a transaction.

/** So many are ended in one transaction at most. */
export const endedAtOnceMax = 500;

export type NewEnrollment = Pick<EnrollmentRecord, 'campaignId' | 'contactId' | 'companyId' | 'createdBy'>;

function emitChanges(workspaceId: string, enrollments: EnrollmentRecord[], now: Date): Promise<void> {
  return addEvents(workspaceId, enrollments.map(enrollmentEvent), now);
}

export async function insertEnrollments(
  workspaceId: string,
  enrollments: NewEnrollment[],
  now: Date,
): Promise<EnrollmentRecord[]> {
  if (enrollments.length === 0) return [];
  const documents = enrollments.map((enrollment) => ({
    ...enrollment,
    _id: newId('enr'),
    workspaceId,
    state: 'pending' as const,
    createdAt: now,
    updatedAt: now,
  }));
  const records = await createRecords(EnrollmentModel, documents);
  await emitChanges(workspaceId, records, now);
  return records;
}

/** Begins the sequences of these pending enrollments, all with one mailbox. */
export async function startEnrollments(
  workspaceId: string,
  enrollments: EnrollmentRecord[],
  mailboxId: string,
  now: Date,
): Promise<void> {
  const ids = enrollments.map(({ id }) => id);
  const started = { state: 'active', mailboxId, startedAt: now, updatedAt: now } as const;
  await EnrollmentModel.updateMany(
    { workspaceId, _id: { $in: ids }, state: 'pending' },
    { $set: started, $inc: { version: 1 } },
  );
  await emitChanges(
    workspaceId,
    enrollments.map((enrollment) => ({ ...enrollment, ...started })),
    now,
  );
}

/** They have heard the last step. */
export async function completeEnrollments(
  workspaceId: string,
  enrollments: EnrollmentRecord[],
  now: Date,
): Promise<void> {
  const completed = { state: 'completed', endReason: null, endedAt: now, updatedAt: now } as const;
  const cleared = { ...completed, pauseReason: null, resumeAt: null };
  await EnrollmentModel.updateMany(
    { workspaceId, _id: { $in: enrollments.map(({ id }) => id) }, state: { $in: ['active', 'paused'] } },
    { $set: cleared, $inc: { version: 1 } },
  );
  await emitChanges(
    workspaceId,
    enrollments.map((enrollment) => ({ ...enrollment, ...cleared })),
    now,
  );
}

/** Moves each on to the step that it carries. Read in the same transaction: nobody else has moved them. */
export async function advanceEnrollments(
  workspaceId: string,
  enrollments: EnrollmentRecord[],
  now: Date,
): Promise<void> {
  for (const [stepIndex, own] of Map.groupBy(enrollments, (enrollment) => enrollment.stepIndex)) {
    await EnrollmentModel.updateMany(
      { workspaceId, _id: { $in: own.map(({ id }) => id) } },
      { $set: { stepIndex, updatedAt: now }, $inc: { version: 1 } },
    );
  }
  await emitChanges(workspaceId, enrollments, now);
}

async function openOf(
  workspaceId: string,
  subject: { campaignId: string } | { contactId: string },
): Promise<EnrollmentRecord[]> {
  const found = await EnrollmentModel.find({ workspaceId, ...subject, state: { $in: [...openEnrollmentStates] } })
    .sort({ _id: 1 })
    .limit(endedAtOnceMax)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}

/** Ends what is still open in a campaign or of a contact, up to `endedAtOnceMax`. Answers how many. */
export async function removeOpenEnrollments(
  workspaceId: string,
  subject: { campaignId: string } | { contactId: string },
  endReason: string,
  now: Date,
): Promise<number> {
  const open = await openOf(workspaceId, subject);
  const removed = { state: 'removed' as EnrollmentState, endReason, endedAt: now, updatedAt: now };
  await EnrollmentModel.updateMany(
    { workspaceId, _id: { $in: open.map(({ id }) => id) } },
    { $set: { ...removed, pauseReason: null, resumeAt: null }, $inc: { version: 1 } },
  );
  await closeTasksOf(
    workspaceId,
    open.map(({ id }) => id),
    now,
  );
  await emitChanges(
    workspaceId,
    open.map((enrollment) => ({ ...enrollment, ...removed })),
    now,
  );
  return open.length;
}

/** Of a campaign that was never launched: nothing else refers to them. */
export async function deleteEnrollmentsOf(workspaceId: string, campaignId: string): Promise<void> {
  await EnrollmentModel.deleteMany({ workspaceId, campaignId });
}

const openPerQueryMax = 20_000;

/** What is open of many contacts. */
export async function findOpenEnrollmentsOf(workspaceId: string, contactIds: string[]): Promise<EnrollmentRecord[]> {
  if (contactIds.length === 0) return [];
  const found = await EnrollmentModel.find({
    workspaceId,
    contactId: { $in: contactIds },
    state: { $in: [...openEnrollmentStates] },
  })
    .sort({ _id: 1 })
    .limit(openPerQueryMax)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}

/** Ends those of these enrollments that are still open. */
export async function endOpenEnrollments(
  workspaceId: string,
  enrollments: EnrollmentRecord[],
  state: EnrollmentState,
  now: Date,
): Promise<void> {
  if (enrollments.length === 0) return;
  const ended = { state, endedAt: now, updatedAt: now, pauseReason: null, resumeAt: null };
  const ids = enrollments.map(({ id }) => id);
  await EnrollmentModel.updateMany(
    { workspaceId, _id: { $in: ids }, state: { $in: [...openEnrollmentStates] } },
    { $set: ended, $inc: { version: 1 } },
  );
  await closeTasksOf(workspaceId, ids, now);
  await emitChanges(
    workspaceId,
    enrollments.map((enrollment) => ({ ...enrollment, ...ended })),
    now,
  );
}
