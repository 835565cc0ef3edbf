import type { EnrollmentState } from '../../domain/campaigns/enrollment-state.ts';
import { openEnrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import { recipientPattern } from '../../domain/contacts/email-address.ts';
import { messageTransitions } from '../../domain/messages/message-state.ts';
import { newId } from '../../domain/values/ids.ts';
import { toRecord } from '../documents/define-model.ts';
import { createRecords } from '../documents/insert-documents.ts';
import { addEvents } from '../events/event-store.ts';
import { MessageModel } from '../messages/message-model.ts';
import { closeTasksOf } from '../tasks/close-tasks.ts';
import { enrollmentEvent } from './enrollment-events.ts';
import { type EnrollmentDoc, EnrollmentModel } from './enrollment-model.ts';
import type { EnrollmentRecord } from './enrollment-store.ts';

// Bulk changes of enrollments. Each emits one event per enrollment, so call them inside a transaction.

/** Maximum number of enrollments ended in one transaction. */
export const endedAtOnceMax = 500;

export type NewEnrollment = Pick<
  EnrollmentRecord,
  'campaignId' | 'contactId' | 'companyId' | 'createdBy' | 'enrolledStage' | 'personDigests'
>;

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

/** Starts the sequences of these pending enrollments, all with one mailbox. */
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

/** Completes enrollments whose last step was sent. */
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

/**
 * Moves each enrollment to the step it carries. Read them in the same transaction, so that no one else has moved them.
 */
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

type Subject = { campaignId: string } | { contactId: string | { $in: string[] } };

async function openOf(workspaceId: string, subject: Subject): Promise<EnrollmentRecord[]> {
  const found = await EnrollmentModel.find({ workspaceId, ...subject, state: { $in: [...openEnrollmentStates] } })
    .sort({ _id: 1 })
    .limit(endedAtOnceMax)
    .lean<EnrollmentDoc[]>();
  return found.map(toRecord);
}

/** Ends open enrollments of a campaign or of contacts, up to `endedAtOnceMax`. Returns their number. */
export async function removeOpenEnrollments(
  workspaceId: string,
  subject: Subject,
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

/** Deletes the enrollments of a campaign that was never launched: no other records refer to them. */
export async function deleteEnrollmentsOf(workspaceId: string, campaignId: string): Promise<void> {
  await EnrollmentModel.deleteMany({ workspaceId, campaignId });
}

const openPerQueryMax = 20_000;

/** Open enrollments of many contacts. */
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

/** Open enrollments with an unsent message to an address at this domain. */
export async function findEnrollmentsTo(workspaceId: string, domain: string): Promise<EnrollmentRecord[]> {
  const state = { $in: [...messageTransitions.cancel.from] };
  const to = recipientPattern({ value: domain, isDomain: true });
  const messages = await MessageModel.find({ workspaceId, kind: 'campaign', to, state }, { enrollmentId: 1 })
    .limit(openPerQueryMax)
    .lean();
  const ids = messages.flatMap(({ enrollmentId }) => enrollmentId ?? []);
  const open = { workspaceId, _id: { $in: ids }, state: { $in: [...openEnrollmentStates] } };
  return (await EnrollmentModel.find(open).limit(openPerQueryMax).lean<EnrollmentDoc[]>()).map(toRecord);
}

/** Ends those of the given enrollments that are still open. */
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
