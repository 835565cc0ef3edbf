import type { NewEvent } from '../requests/event-store.ts';
import type { EnrollmentRecord } from './enrollment-store.ts';

/** What is told of an enrollment whenever its state changes. */
export const enrollmentEvent = (enrollment: EnrollmentRecord): NewEvent => {
  const { id, campaignId, contactId, state, stepIndex, pauseReason, endReason } = enrollment;
  return {
    type: 'enrollment.changed',
    subjectId: id,
    data: { enrollmentId: id, campaignId, contactId, state, stepIndex, pauseReason, endReason },
  };
};
