import type { NewEvent } from '../events/event-store.ts';
import type { EnrollmentRecord } from './enrollment-store.ts';

/** Event for a state change of an enrollment. */
export function enrollmentEvent(enrollment: EnrollmentRecord): NewEvent {
  const { id, campaignId, contactId, state, stepIndex, pauseReason, endReason } = enrollment;
  return {
    type: 'enrollment.changed',
    subjectId: id,
    data: { enrollmentId: id, campaignId, contactId, state, stepIndex, pauseReason, endReason },
  };
}
