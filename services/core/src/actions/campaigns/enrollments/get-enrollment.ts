import { Type } from 'typebox';
import { sendingStatuses } from '../../../domain/campaigns/campaign-sending-status.ts';
import { sendingOfEnrollment } from '../../../engine/sending/enrollment-sending.ts';
import { Id, Input, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { defineRead } from '../../definition/define-action.ts';
import { requireEnrollment } from '../require-campaign.ts';
import { EnrollmentView, toEnrollmentView } from './enrollment-view.ts';

export const getEnrollment = defineRead({
  name: 'get_enrollment',
  title: 'Get an enrollment',
  summary: 'Get the progress of one contact in a campaign.',
  description:
    'Returns one enrollment: its state, the next step, why it is paused or has ended, and why and until when ' +
    'its next message waits. For its messages, use list_messages with enrollmentId.',
  method: 'get',
  path: '/enrollments/{enrollmentId}',
  scope: 'campaigns:read',
  input: Input({ enrollmentId: Id('enr', 'Enrollment to return.') }),
  output: Type.Object({
    ...EnrollmentView.properties,
    sendingStatus: Nullable(
      OneOf(sendingStatuses, { description: 'Reason the next message waits. Null when paused or ended.' }),
    ),
    nextSendAt: Nullable(Timestamp('Earliest time of the next message.')),
  }),
  errors: ['not_found'],

  async run({ enrollmentId }, ctx) {
    const enrollment = await requireEnrollment(enrollmentId, ctx);
    const { sendingStatus, nextSendAt } = await sendingOfEnrollment(enrollment, ctx.now());
    return {
      data: {
        ...toEnrollmentView(enrollment),
        sendingStatus,
        nextSendAt: nextSendAt?.toISOString() ?? null,
      },
      summary: `${enrollment.contactId} is ${enrollment.state} at step ${enrollment.stepIndex + 1}.`,
    };
  },
});
