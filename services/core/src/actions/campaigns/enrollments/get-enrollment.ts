import { defineRead } from '../../define-action.ts';
import { Id, Input } from '../../schema.ts';
import { requireEnrollment } from '../require-campaign.ts';
import { EnrollmentView, toEnrollmentView } from './enrollment-view.ts';

export const getEnrollment = defineRead({
  name: 'get_enrollment',
  title: 'Get an enrollment',
  summary: 'Read how far one contact is in one campaign.',
  description:
    'Reads one enrollment: its state, the step that comes next, why it is paused or has ended. Its messages: list_messages with enrollmentId.',
  method: 'get',
  path: '/enrollments/{enrollmentId}',
  scope: 'campaigns:read',
  input: Input({ enrollmentId: Id('enr', 'Enrollment to read.') }),
  output: EnrollmentView,
  errors: ['not_found'],

  async run({ enrollmentId }, ctx) {
    const enrollment = await requireEnrollment(enrollmentId, ctx);
    return {
      data: toEnrollmentView(enrollment),
      summary: `${enrollment.contactId} is ${enrollment.state} at step ${enrollment.stepIndex + 1}.`,
    };
  },
});
