import { Type } from 'typebox';
import { moveEnrollment } from '../../../domain/campaigns/enrollment-state.ts';
import { pauseSequence } from '../../../engine/campaigns/enrollment-effects.ts';
import { AppError } from '../../../errors/errors.ts';
import { Id, Input, Timestamp } from '../../../schema/schema.ts';
import { holdMessages } from '../../../store/messages/campaign-messages-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { changedMeanwhile, requireEnrollment } from '../require-campaign.ts';
import { EnrollmentView, toEnrollmentView } from './enrollment-view.ts';

export const pauseEnrollment = defineWrite({
  name: 'pause_enrollment',
  title: 'Pause an enrollment',
  summary: 'Pause the sequence of one contact.',
  description:
    'Pauses the sequence of one contact until resume_enrollment, or until resumeAt if it is given. Queued messages are kept.',
  method: 'post',
  path: '/enrollments/{enrollmentId}/pause',
  scope: 'campaigns:write',
  effect: 'write',
  input: Input({
    enrollmentId: Id('enr', 'Enrollment to pause.'),
    resumeAt: Type.Optional(Timestamp('Time at which the sequence resumes automatically.')),
  }),
  output: EnrollmentView,
  errors: ['not_found', 'invalid_state'],

  async plan({ enrollmentId, resumeAt }, ctx) {
    const { id, state, contactId } = await requireEnrollment(enrollmentId, ctx);
    moveEnrollment(state, 'pause');
    if (resumeAt !== undefined && new Date(resumeAt) <= ctx.now()) {
      throw new AppError('validation_failed', 'resumeAt must be in the future.', { field: 'resumeAt' });
    }
    return {
      summary: `Would pause the sequence of ${contactId}.`,
      effects: [{ op: 'stop', type: 'enrollment', id, label: contactId, changes: { state: 'paused' } }],
      skipped: [],
      warnings: [],
      state: undefined,
    };
  },

  async run({ enrollmentId, resumeAt }, _plan, ctx) {
    const until = resumeAt === undefined ? null : new Date(resumeAt);
    const paused = await pauseSequence(ctx.workspaceId, enrollmentId, 'user', until, ctx.now());
    const enrollment = changedMeanwhile(paused, 'enrollment');
    await holdMessages(ctx.workspaceId, { enrollmentId }, ctx.now());
    return { data: toEnrollmentView(enrollment), summary: `Paused the sequence of ${enrollment.contactId}.` };
  },
});
