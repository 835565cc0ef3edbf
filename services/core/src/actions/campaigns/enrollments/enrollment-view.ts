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
    companyId: Nullable(Type.String({ description: 'The contact’s company.' })),
    state: OneOf(enrollmentStates, { description: 'Where the contact stands in the sequence.' }),
    pauseReason: Nullable(OneOf(enrollmentPauseReasons, { description: 'Why it is paused.' })),
    resumeAt: time('When the pause ends by itself.'),
    stepIndex: Type.Integer({ description: 'The step that is queued or comes next, from 0.' }),
    mailboxId: Nullable(Type.String({ description: 'Mailbox that writes to this contact.' })),
    endReason: Nullable(
      Type.String({ description: 'Why it ended or stands still, where the state does not say it all.' }),
    ),
    startedAt: time('When its first message was queued.'),
    endedAt: time('When it ended.'),
    createdAt: Timestamp('When the contact was enrolled.'),
    updatedAt: Timestamp('When it last changed.'),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
  }),
);

export function toEnrollmentView(enrollment: EnrollmentRecord): Static<typeof EnrollmentView> {
  return viewOf(EnrollmentView, enrollment, {});
}
