import { moveEnrollment } from '../../../domain/campaigns/enrollment-state.ts';
import { emitEnrollmentChange } from '../../../engine/campaigns/enrollment-effects.ts';
import { reviveEnrollment } from '../../../engine/campaigns/revive-enrollment.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { changedMeanwhile, requireCampaign, requireEnrollment } from '../require-campaign.ts';
import { EnrollmentView, toEnrollmentView } from './enrollment-view.ts';

export const resumeEnrollment = defineWrite({
  name: 'resume_enrollment',
  title: 'Resume an enrollment',
  summary: 'Resume the sequence of one contact.',
  description:
    'Resumes a paused or failed sequence at its current step, also after an absence or unresolved ' +
    'placeholders (complete the contact or the template first). In a running campaign, the next message is ' +
    'sent within the window and limits.',
  method: 'post',
  path: '/enrollments/{enrollmentId}/resume',
  scope: ['campaigns:write', 'sending:write'],
  effect: 'send',
  input: Input({ enrollmentId: Id('enr', 'Enrollment to resume.') }),
  output: EnrollmentView,
  errors: ['not_found', 'invalid_state'],

  async plan({ enrollmentId }, ctx) {
    const enrollment = await requireEnrollment(enrollmentId, ctx);
    moveEnrollment(enrollment.state, 'resume');
    const campaign = await requireCampaign(enrollment.campaignId, ctx);
    const { contactId, stepIndex } = enrollment;
    return {
      summary: `Would resume at step ${stepIndex + 1} for ${contactId}.`,
      recipients: 1,
      effects: [{ op: 'start', type: 'enrollment', id: enrollment.id, label: contactId, changes: { stepIndex } }],
      skipped: [],
      warnings:
        campaign.state === 'running' ? [] : [`The campaign is ${campaign.state}. Nothing is sent until it runs.`],
      state: enrollment,
    };
  },

  async run(_input, { state }, ctx) {
    const revived = changedMeanwhile(await reviveEnrollment(state, ctx.now()), 'enrollment');
    await emitEnrollmentChange(revived, ctx.now());
    const enrollment = await requireEnrollment(revived.id, ctx);
    return { data: toEnrollmentView(enrollment), summary: `Resumed the sequence of ${enrollment.contactId}.` };
  },
});
