import { moveEnrollment } from '../../../domain/campaigns/enrollment-state.ts';
import { endEnrollment } from '../../../engine/campaigns/enrollment-effects.ts';
import { endedTaskEffects } from '../../../engine/tasks/task-effects.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { requireEnrollment } from '../require-campaign.ts';
import { EnrollmentView, toEnrollmentView } from './enrollment-view.ts';

export const removeEnrollment = defineWrite({
  name: 'remove_enrollment',
  title: 'Remove from a campaign',
  summary: 'Remove one contact from a campaign.',
  description:
    'Removes one contact from a campaign permanently. Queued messages are cancelled, and no further step ' +
    'follows. The contact record is kept.',
  method: 'delete',
  path: '/enrollments/{enrollmentId}',
  scope: 'campaigns:write',
  effect: 'destroy',
  input: Input({ enrollmentId: Id('enr', 'Enrollment to end.') }),
  output: EnrollmentView,
  errors: ['not_found', 'invalid_state'],

  async plan({ enrollmentId }, ctx) {
    const { id, state, contactId } = await requireEnrollment(enrollmentId, ctx);
    moveEnrollment(state, 'remove');
    return {
      summary: `Would take ${contactId} out of the campaign.`,
      effects: [
        { op: 'stop', type: 'enrollment', id, label: contactId, changes: { state: 'removed' } },
        ...(await endedTaskEffects(ctx.workspaceId, [id])),
      ],
      skipped: [],
      warnings: [],
      state: undefined,
    };
  },

  async run({ enrollmentId }, _plan, ctx) {
    await endEnrollment(ctx.workspaceId, enrollmentId, 'removed', ctx.now(), 'removed_by_user');
    const enrollment = await requireEnrollment(enrollmentId, ctx);
    return { data: toEnrollmentView(enrollment), summary: `Took ${enrollment.contactId} out of the campaign.` };
  },
});
