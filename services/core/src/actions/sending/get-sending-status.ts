import { Type } from 'typebox';
import { type SendingReason, sendingReasons, sendingStatuses } from '../../domain/campaigns/campaign-sending-status.ts';
import { sendingExplanations } from '../../domain/campaigns/sending-explanations.ts';
import { mailboxesOf } from '../../engine/campaigns/campaign-mailboxes.ts';
import { readFigures } from '../../engine/campaigns/reports/campaign-figures.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { MailboxFaultView, toFaultView } from '../../engine/mailboxes/breaker-view.ts';
import { mailboxFaults } from '../../engine/mailboxes/mailbox-faults.ts';
import { waitingMessages } from '../../engine/sending/messages/waiting-messages.ts';
import { Described, Id, Input, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import { findNextResume } from '../../store/campaigns/enrollment-store.ts';
import { isSendingStopped } from '../../store/sending/sending-stop-store.ts';
import { summarizeOpenTasks } from '../../store/tasks/task-counts.ts';
import { requireCampaign } from '../campaigns/require-campaign.ts';
import { defineRead } from '../definition/define-action.ts';

const Status = OneOf(sendingStatuses);

export const getSendingStatus = defineRead({
  name: 'get_sending_status',
  title: 'Get the sending status of a campaign',
  summary: 'Show why a campaign is not sending, with counts and the next send time.',
  description:
    'Returns the sending status of a campaign, with counts by state. Statuses: healthy, campaign_draft, campaign_paused, campaign_completed, ' +
    'outside_window, waiting_for_contacts, campaign_daily_cap, mailbox_daily_cap, no_mailbox, ' +
    'all_mailboxes_failing, company_cap, follow_up_not_due, bounce_protection, awaiting_approval, holiday, ' +
    'retrying, waiting_for_task, mailbox_not_read, sending_stopped (see get_sending), or no_way_out ' +
    '(recipients could not unsubscribe at BASE_URL). Each has its number of messages and earliest time.',
  method: 'get',
  path: '/campaigns/{campaignId}/sending-status',
  scope: 'campaigns:read',
  input: Input({ campaignId: Id('cmp', 'Campaign to check.') }),
  output: Type.Object({
    campaignId: Type.String({ description: 'The campaign.' }),
    status: Described(Status, 'Main reason it is not sending. healthy: none.'),
    explanation: Type.String({ description: 'The status in one sentence.' }),
    reasons: Type.Array(
      Type.Object({
        status: Described(Status, 'The reason.'),
        count: Type.Integer({ description: 'Messages with this reason.' }),
        nextAt: Nullable(Timestamp('Earliest time of these messages.')),
      }),
      { description: 'All reasons for which messages wait.' },
    ),
    nextSendAt: Nullable(Timestamp('Time of the next message.')),
    mailboxFaults: Type.Array(MailboxFaultView, {
      description: 'Mailboxes that are blocked, with the cause and the fix.',
    }),
    messageCounts: Type.Record(Type.String(), Type.Integer(), { description: 'Messages by state.' }),
    enrollmentCounts: Type.Record(Type.String(), Type.Integer(), { description: 'Enrollments by state.' }),
  }),
  errors: ['not_found'],
  isEverydayTool: true,

  async run({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    const { enrollments, messageStates: messages } = await readFigures(campaign, ctx.workspace.settings.timeZone);
    const mailboxes = await mailboxesOf(ctx.workspaceId, campaign);
    const faults = await mailboxFaults(ctx.workspaceId, mailboxes);
    const { pending = 0, active = 0, paused = 0 } = enrollments;
    const reasons = sendingReasons({
      state: campaign.state,
      pauseReason: campaign.pauseReason,
      isSendingStopped: await isSendingStopped(ctx.workspaceId),
      mailboxStates: mailboxes.map(({ state }) => state),
      openEnrollments: pending + active + paused,
      awaitingApproval: messages.awaiting_approval ?? 0,
      isQueueing: campaign.isQueueing && pending > 0,
      pausedEnrollments: paused,
      nextResumeAt: paused === 0 ? null : await findNextResume(ctx.workspaceId, campaignId),
      waiting: await waitingMessages(ctx.workspaceId, campaignId, ctx.now()),
      openTasks: await summarizeOpenTasks(ctx.workspaceId, campaignId),
      nextProbeAt: firstOf(faults.map(({ nextProbeAt }) => nextProbeAt)),
      now: ctx.now(),
    });
    const [{ status }] = reasons;
    const nextSendAt = nextTime(campaign, reasons, ctx);
    const explanation = sendingExplanations[status];
    return {
      data: {
        campaignId,
        status,
        explanation,
        reasons: reasons.map((reason) => ({ ...reason, nextAt: reason.nextAt?.toISOString() ?? null })),
        nextSendAt: nextSendAt?.toISOString() ?? null,
        mailboxFaults: faults.map(toFaultView),
        messageCounts: messages as Record<string, number>,
        enrollmentCounts: enrollments as Record<string, number>,
      },
      summary: `${campaign.name}: ${explanation}`,
    };
  },
});

function nextTime(campaign: CampaignRecord, reasons: SendingReason[], ctx: ActionContext): Date | null {
  if (campaign.state === 'scheduled') return campaign.startAt;
  if (campaign.state !== 'running') return null;
  const times = reasons.flatMap(({ nextAt }) => (nextAt === null ? [] : [nextAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(Math.min(...times), ctx.now().getTime()));
}

function firstOf(times: (Date | null)[]): Date | null {
  const known = times.flatMap((time) => (time === null ? [] : [time.getTime()]));
  return known.length === 0 ? null : new Date(Math.min(...known));
}
