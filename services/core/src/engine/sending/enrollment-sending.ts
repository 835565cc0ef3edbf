import { type SendingStatus, sendingReasons } from '../../domain/campaigns/campaign-sending-status.ts';
import { type CampaignRecord, findCampaign } from '../../store/campaigns/campaign-store.ts';
import type { EnrollmentRecord } from '../../store/campaigns/enrollment-store.ts';
import { findMessagesOfEnrollment } from '../../store/messages/message-store.ts';
import { isSendingStopped } from '../../store/sending/sending-stop-store.ts';
import { findTasksOfEnrollment, type TaskRecord } from '../../store/tasks/task-store.ts';
import { mailboxesOf } from '../campaigns/campaign-mailboxes.ts';
import { waitsOf } from './messages/waiting-messages.ts';

export interface EnrollmentSending {
  /** Reason that the next message waits. Null if the enrollment is paused or has ended. */
  sendingStatus: SendingStatus | null;
  nextSendAt: Date | null;
}

/** Sending status of the campaign from the point of view of one enrollment. */
export async function sendingOfEnrollment(enrollment: EnrollmentRecord, now: Date): Promise<EnrollmentSending> {
  const { state, campaignId, resumeAt, workspaceId } = enrollment;
  const isOpen = state === 'pending' || state === 'active';
  const campaign = isOpen ? await findCampaign(workspaceId, campaignId) : null;
  if (campaign === null) return { sendingStatus: null, nextSendAt: state === 'paused' ? resumeAt : null };
  const [{ status, nextAt }] = sendingReasons(await factsOf(enrollment, campaign, now));
  return { sendingStatus: status, nextSendAt: nextAt };
}

async function factsOf({ id, state, workspaceId }: EnrollmentRecord, campaign: CampaignRecord, now: Date) {
  const messages = await findMessagesOfEnrollment(workspaceId, id);
  return {
    state: campaign.state,
    pauseReason: campaign.pauseReason,
    isSendingStopped: await isSendingStopped(workspaceId),
    mailboxStates: (await mailboxesOf(workspaceId, campaign)).map((mailbox) => mailbox.state),
    openEnrollments: 1,
    awaitingApproval: messages.filter((message) => message.state === 'awaiting_approval').length,
    isQueueing: campaign.isQueueing && state === 'pending',
    pausedEnrollments: 0,
    nextResumeAt: null,
    waiting: await waitsOf(workspaceId, campaign.id, messages, now),
    openTasks: openOf(await findTasksOfEnrollment(workspaceId, id)),
    nextProbeAt: null,
    now,
  };
}

function openOf(tasks: TaskRecord[]) {
  const open = tasks.filter(({ state }) => state === 'open');
  return { count: open.length, nextDueAt: open[0]?.dueAt ?? null };
}
