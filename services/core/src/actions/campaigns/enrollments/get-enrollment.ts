import { Type } from 'typebox';
import { sendingReasons, sendingStatuses } from '../../../domain/campaigns/campaign-sending-status.ts';
import { mailboxesOf } from '../../../engine/campaigns/campaign-mailboxes.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { waitsOf } from '../../../engine/sending/messages/waiting-messages.ts';
import { Id, Input, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import type { EnrollmentRecord } from '../../../store/campaigns/enrollment-store.ts';
import { findMessagesOfEnrollment } from '../../../store/messages/message-store.ts';
import { isSendingStopped } from '../../../store/sending/sending-stop-store.ts';
import { findTasksOfEnrollment, type TaskRecord } from '../../../store/tasks/task-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { requireCampaign, requireEnrollment } from '../require-campaign.ts';
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
    return {
      data: { ...toEnrollmentView(enrollment), ...(await sendingOf(enrollment, ctx)) },
      summary: `${enrollment.contactId} is ${enrollment.state} at step ${enrollment.stepIndex + 1}.`,
    };
  },
});

/** Sending status of the campaign from the point of view of one enrollment. */
async function sendingOf(enrollment: EnrollmentRecord, ctx: ActionContext) {
  const { id, state, campaignId, resumeAt } = enrollment;
  const isPaused = state === 'paused';
  if (isPaused || (state !== 'pending' && state !== 'active')) {
    return { sendingStatus: null, nextSendAt: isPaused ? (resumeAt?.toISOString() ?? null) : null };
  }
  const campaign = await requireCampaign(campaignId, ctx);
  const messages = await findMessagesOfEnrollment(ctx.workspaceId, id);
  const [{ status, nextAt }] = sendingReasons({
    state: campaign.state,
    pauseReason: campaign.pauseReason,
    isSendingStopped: await isSendingStopped(ctx.workspaceId),
    mailboxStates: (await mailboxesOf(ctx.workspaceId, campaign)).map((mailbox) => mailbox.state),
    openEnrollments: 1,
    awaitingApproval: messages.filter((message) => message.state === 'awaiting_approval').length,
    isQueueing: campaign.isQueueing && state === 'pending',
    pausedEnrollments: 0,
    nextResumeAt: null,
    waiting: await waitsOf(ctx.workspaceId, campaignId, messages, ctx.now()),
    openTasks: openOf(await findTasksOfEnrollment(ctx.workspaceId, id)),
    nextProbeAt: null,
    now: ctx.now(),
  });
  return { sendingStatus: status, nextSendAt: nextAt?.toISOString() ?? null };
}

function openOf(tasks: TaskRecord[]) {
  const open = tasks.filter(({ state }) => state === 'open');
  return { count: open.length, nextDueAt: open[0]?.dueAt ?? null };
}
