import { type Static, Type } from 'typebox';
import { enrollmentPauseReasons, enrollmentStates } from '../../../domain/campaigns/enrollment-state.ts';
import { Named, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import type { EnrollmentRecord } from '../../../store/campaigns/enrollment-store.ts';

function time(description: string) {
  return Nullable(Timestamp(description));
}

/** Enrollment as returned by the API. */
export const EnrollmentView = Named(
  'Enrollment',
  Type.Object({
    id: Type.String({ description: 'enr_….' }),
    campaignId: Type.String({ description: 'The campaign.' }),
    contactId: Type.String({ description: 'The contact enrolled.' }),
    companyId: Nullable(Type.String({ description: 'Company of the contact.' })),
    state: OneOf(enrollmentStates, { description: "State of the contact's sequence." }),
    pauseReason: Nullable(OneOf(enrollmentPauseReasons, { description: 'Reason for the pause.' })),
    resumeAt: time('Time at which the pause ends automatically.'),
    stepIndex: Type.Integer({ description: 'Index of the queued or next step, from 0.' }),
    mailboxId: Nullable(Type.String({ description: 'Mailbox that emails this contact.' })),
    endReason: Nullable(Type.String({ description: 'Reason it ended or paused, if the state does not explain it.' })),
    startedAt: time('Time at which its first message was queued.'),
    endedAt: time('Time at which it ended.'),
    createdAt: Timestamp('Time of the enrollment.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export function toEnrollmentView(enrollment: EnrollmentRecord): Static<typeof EnrollmentView> {
  return viewOf(EnrollmentView, enrollment, {});
}
