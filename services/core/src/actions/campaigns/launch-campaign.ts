import { isTask } from '../../domain/campaigns/sequence-step.ts';
import { isUnreadable } from '../../domain/mailboxes/reading.ts';
import { counted } from '../../domain/text/counted.ts';
import { sequenceManifest } from '../../engine/approvals/manifest/campaign-manifest.ts';
import { sending } from '../../engine/approvals/manifest/strange-sender.ts';
import type { CampaignMailbox } from '../../engine/campaigns/campaign-mailboxes.ts';
import { findPeople, type Person } from '../../engine/campaigns/campaign-people.ts';
import { launchTransition, mailboxWarnings, requireSendable } from '../../engine/campaigns/launch-check.ts';
import { planRecipients } from '../../engine/campaigns/plan-recipients.ts';
import { queueBatchSize, queueFirstMessages } from '../../engine/campaigns/steps/queue-first.ts';
import { earliestTime } from '../../engine/campaigns/steps/queue-messages.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import type { PlannedEffect } from '../../engine/context/plan.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { type CampaignRecord, findCampaign, transitionCampaign } from '../../store/campaigns/campaign-store.ts';
import { countPending, findPendingEnrollments } from '../../store/campaigns/enrollment-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { changedMeanwhile, requireCampaign } from './require-campaign.ts';

/** Maximum recipients listed individually. Beyond this, only their number is returned. */
const recipientsNamedMax = 1_000;

/** Maximum text warnings shown in a plan. Each gives the number of affected contacts. */
const concernsShownMax = 20;

export const launchCampaign = defineWrite({
  name: 'launch_campaign',
  title: 'Launch a campaign',
  summary: 'Start sending the campaign to its enrolled contacts.',
  description:
    'Starts the campaign. The first messages are queued and sent within the window and daily limits. Each ' +
    'further step follows after its wait unless the person replies. The plan shows the recipients, the ' +
    'mailboxes, the times, and every text (manifest). Rejected without steps, enrolled contacts, ' +
    'an active mailbox, or a postal address (update_settings). With startAt in the future, it becomes ' +
    'scheduled. With approval each_message, every message then needs approve_message.',
  method: 'post',
  path: '/campaigns/{campaignId}/launch',
  scope: ['campaigns:write', 'sending:write'],
  effect: 'send',
  input: Input({ campaignId: Id('cmp', 'Campaign to launch.') }),
  output: CampaignView,
  errors: ['not_found', 'invalid_state', 'limit_reached'],
  isEverydayTool: true,

  async plan({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    const transition = launchTransition(campaign, ctx.now());
    const mailboxes = await requireSendable(campaign, ctx);
    const count = await countPending(ctx.workspaceId, campaignId);
    if (count === 0) throw new AppError('invalid_state', 'No contacts are enrolled yet. Enroll contacts, then launch.');
    const pending = await findPendingEnrollments(ctx.workspaceId, campaignId, recipientsNamedMax);
    const people = await findPeople(
      ctx.workspaceId,
      pending.map(({ contactId }) => contactId),
    );
    const recipients = await planRecipients({ campaign, pending, people, mailboxes, count }, ctx);
    const from = mailboxes.map(({ address }) => address);
    const start: PlannedEffect = {
      op: 'start',
      type: 'campaign',
      id: campaign.id,
      label: campaign.name,
      changes: { recipients: count, steps: campaign.steps.length, from, approval: campaign.approval },
    };
    const first = recipients.effects.length > 0 ? firstTime([...people.values()], campaign, ctx) : null;
    const when = first === null ? '' : `; the first message is sent from ${first.toISOString()}`;
    return {
      summary: `Would launch ${campaign.name} to ${counted(count, 'contact')}${when}.`,
      effects: [start, ...recipients.effects],
      recipients: count,
      skipped: recipients.skipped,
      warnings: [
        ...warningsOf(campaign, mailboxes, count),
        ...timeWarnings(campaign, first),
        ...readingWarnings(campaign, mailboxes, recipients.withoutFollowUps),
        ...recipients.concerns.slice(0, concernsShownMax),
      ],
      launchConcerns: recipients.concerns,
      preview: recipients.sample,
      ...(await sending(ctx.workspaceId, await launchManifest(campaign, ctx))),
      state: { campaign, transition },
    };
  },

  async run(_input, { state, manifest }, ctx) {
    const { campaign, transition } = state;
    const manifestId = manifest?.id;
    const now = ctx.now();
    const launchedBy = ctx.actor.userId ?? ctx.actor.id;
    const isAutopilotLaunch = ctx.isByAutopilot ?? false;
    const isQueueing = transition === 'launch';
    const changes = { launchedAt: now, launchedBy, completedAt: null, isQueueing, isAutopilotLaunch, manifestId };
    const moved = await transitionCampaign(ctx.workspaceId, campaign.id, transition, changes, now);
    const launched = changedMeanwhile(moved, 'campaign');
    if (transition === 'launch')
      await queueFirstMessages(launched, ctx.workspace, queueBatchSize, { config: ctx.config, now });
    await ctx.emit('campaign.launched', campaign.id, { campaignId: campaign.id, launchedBy });
    const current = await findCampaign(ctx.workspaceId, campaign.id);
    const verb = transition === 'launch' ? 'Launched' : 'Scheduled';
    return { data: toCampaignView(current ?? launched), summary: `${verb} ${campaign.name}.` };
  },
});

function launchManifest(campaign: CampaignRecord, { workspace, now }: ActionContext) {
  return sequenceManifest('launch_campaign', campaign, ['pending'], { workspace, now: now() });
}

function firstTime(people: Person[], campaign: CampaignRecord, ctx: ActionContext): Date {
  const [step] = campaign.steps;
  const now = ctx.now();
  const after = campaign.startAt !== null && campaign.startAt > now ? campaign.startAt : now;
  const times = people.map((person) => earliestTime(step!, after, person, campaign, ctx.workspace).getTime());
  return new Date(Math.min(...times));
}

/** Warns if a campaign ends before its first message or a later step can be sent. */
function timeWarnings({ endAt, steps }: CampaignRecord, first: Date | null): string[] {
  if (endAt === null || first === null) return [];
  if (endAt <= first) return ['endAt is before the first message can be sent, so no one would get it.'];
  let at = first.getTime();
  const late = steps.findIndex(({ waitMinutes }, index) => {
    at += index === 0 ? 0 : waitMinutes * 60_000;
    return at >= endAt.getTime();
  });
  return late < 0 ? [] : [`endAt is before step ${late + 1} can be sent.`];
}

/** Names mailboxes without IMAP, from which follow-ups are never sent. */
function readingWarnings({ steps }: CampaignRecord, mailboxes: CampaignMailbox[], people: number): string[] {
  const followUps = steps.slice(1).filter((step) => !isTask(step)).length * people;
  if (followUps === 0) return [];
  const unreadable = mailboxes.filter(isUnreadable).map(({ address }) => address);
  return [
    `${counted(followUps, 'follow-up')} to ${counted(people, 'contact')} would never be sent, because replies to ` +
      `${unreadable.join(', ')} are not read: add IMAP with update_mailbox.`,
  ];
}

function warningsOf(campaign: CampaignRecord, mailboxes: CampaignMailbox[], count: number): string[] {
  return [
    ...(count > recipientsNamedMax
      ? [`Only the first ${recipientsNamedMax} of ${counted(count, 'recipient')} are listed.`]
      : []),
    ...mailboxWarnings(mailboxes),
    ...(campaign.approval === 'each_message' ? ['Each message needs approve_message.'] : []),
  ];
}
