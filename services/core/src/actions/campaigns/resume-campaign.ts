import type { Manifest, ManifestDifference } from '../../domain/approvals/manifest.ts';
import { manifestChanges } from '../../domain/approvals/manifest-changes.ts';
import { type CampaignTransition, moveCampaign } from '../../domain/campaigns/campaign-state.ts';
import { counted } from '../../domain/text/counted.ts';
import { sequenceManifest } from '../../engine/approvals/manifest/campaign-manifest.ts';
import { sending } from '../../engine/approvals/manifest/strange-sender.ts';
import { mailboxWarnings, requireSendable } from '../../engine/campaigns/launch-check.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { countedEffects } from '../../engine/context/plan.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { findCampaignManifest } from '../../store/approvals/manifest-store.ts';
import { type CampaignRecord, transitionCampaign } from '../../store/campaigns/campaign-store.ts';
import { countOldSequences } from '../../store/campaigns/replan-store.ts';
import { releaseHeldMessages } from '../../store/messages/campaign-messages-store.ts';
import { countMessagesByState, listMessages } from '../../store/messages/message-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { changedMeanwhile, requireCampaign } from './require-campaign.ts';

export const resumeCampaign = defineWrite({
  name: 'resume_campaign',
  title: 'Resume a campaign',
  summary: 'Continue a paused campaign.',
  description:
    'Continues a paused campaign: its messages return to the queue and are sent within the window and limits. ' +
    'Rejected without an active mailbox or a postal address, as a launch is. After a pause for bounces or ' +
    'complaints, check the report first.',
  method: 'post',
  path: '/campaigns/{campaignId}/resume',
  scope: ['campaigns:write', 'sending:write'],
  effect: 'send',
  input: Input({ campaignId: Id('cmp', 'Campaign to resume.') }),
  output: CampaignView,
  errors: ['not_found', 'invalid_state', 'limit_reached'],

  async plan({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    if (campaign.state === 'paused' && campaign.launchedAt === null) {
      throw new AppError('invalid_state', 'It was never launched. Use launch_campaign.');
    }
    const transition = resumption(campaign, ctx.now());
    moveCampaign(campaign.state, transition);
    const mailboxes = await requireSendable(campaign, ctx);
    const follow = campaign.stepsVersion ? await countOldSequences(campaign, campaign.stepsVersion) : 0;
    const manifest = await resumeManifest(campaign, ctx);
    const { approved = 0 } = await countMessagesByState(ctx.workspaceId, campaignId);
    return {
      summary: `Would resume ${campaign.name} with ${approved} queued messages.`,
      recipients: Math.max(1, approved),
      effects: [
        {
          op: 'start',
          type: 'campaign',
          id: campaign.id,
          label: campaign.name,
          changes: { state: transition === 'resume' ? 'running' : 'scheduled', waitingMessages: approved },
        },
        ...(transition === 'resume' ? countedEffects('schedule', 'message', approved) : []),
      ],
      skipped: [],
      warnings: [
        ...(campaign.pauseReason === 'user' ? [] : [`It was paused because of ${campaign.pauseReason}.`]),
        ...(follow > 0 ? [`${counted(follow, 'queued message')} will follow the changed steps.`] : []),
        ...mailboxWarnings(mailboxes),
      ],
      ...(await sending(ctx.workspaceId, manifest)),
      differences: await changesSince(campaign, manifest),
      state: { transition },
    };
  },

  async run({ campaignId }, { state: { transition }, manifest }, ctx) {
    const now = ctx.now();
    const isQueueing = transition === 'resume';
    const changes = { isQueueing, isReplanning: true, isAutopilotLaunch: false, manifestId: manifest?.id };
    const resumed = await transitionCampaign(ctx.workspaceId, campaignId, transition, changes, now);
    const campaign = changedMeanwhile(resumed, 'campaign');
    if (transition === 'resume') await releaseHeldMessages(ctx.workspaceId, { campaignId }, now);
    await ctx.emit('campaign.resumed', campaignId, { campaignId, state: campaign.state });
    return { data: toCampaignView(campaign), summary: `Resumed ${campaign.name}.` };
  },
});

function resumeManifest(campaign: CampaignRecord, { workspace, now }: ActionContext) {
  const open = ['pending', 'active', 'paused'] as const;
  return sequenceManifest('resume_campaign', campaign, open, { workspace, now: now() });
}

const comparedMax = 1_000;

/** Differences from what the launch or the last resumption approved. */
async function changesSince({ workspaceId, id }: CampaignRecord, manifest: Manifest): Promise<ManifestDifference[]> {
  const before = await findCampaignManifest(workspaceId, id);
  if (before === null) return [];
  const waiting = { campaignId: id, kind: 'campaign', state: 'approved' };
  const { items } = await listMessages(workspaceId, waiting, { limit: comparedMax, sort: 'id' });
  return manifestChanges(before, manifest, items);
}

/** Returns a campaign paused before its start time to the scheduled state. */
function resumption({ startAt }: CampaignRecord, now: Date): CampaignTransition & ('resume' | 'reschedule') {
  return startAt !== null && startAt > now ? 'reschedule' : 'resume';
}
