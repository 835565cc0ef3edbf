import { getSendingStatus } from '../../actions/campaigns/reporting/get-sending-status.ts';
import { canMoveCampaign } from '../../domain/campaigns/campaign-state.ts';
import { fromMinutes, type SequenceStep, textsOf } from '../../domain/campaigns/sequence-step.ts';
import { AppError } from '../../errors.ts';
import { type CampaignRecord, findCampaign, listCampaigns } from '../../store/campaigns/campaign-store.ts';
import { countEnrollmentsByState } from '../../store/campaigns/enrollment-store.ts';
import { countMessagesByState, listMessages } from '../../store/campaigns/message-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { writeActionNamed } from '../confirmable.ts';
import { readAction } from '../perform-action.ts';
import { renderPage } from '../render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../web-deps.ts';

const shownMax = 50;

export const campaignPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/campaigns', requireMember, async (ctx) => {
    const { workspace } = memberIn(ctx);
    const { items, next } = await listCampaigns(workspace.id, {}, { limit: shownMax, sort: '-id' });
    const campaigns = [];
    for (const campaign of items) campaigns.push(await withCounts(campaign));
    await renderPage(ctx, 'campaigns', { campaigns, hasMore: next !== null, shownMax });
  });
  router.get('/app/campaigns/:campaignId', requireMember, (ctx) => show(ctx, deps));
  router.get('/app/approvals', requireMember, async (ctx) => {
    const filter = { state: 'awaiting_approval', kind: 'campaign' };
    const { items, next } = await listMessages(memberIn(ctx).workspace.id, filter, { limit: shownMax, sort: 'id' });
    const canApprove = writeActionNamed('approve_message') !== undefined;
    const canCancel = writeActionNamed('cancel_message') !== undefined;
    await renderPage(ctx, 'approvals', { messages: items, hasMore: next !== null, shownMax, canApprove, canCancel });
  });
};

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const campaign = await findCampaign(workspace.id, ctx.params.campaignId!);
  if (!campaign) throw new AppError('not_found', 'There is no such campaign in this workspace.');
  const status = await readAction(ctx, deps, getSendingStatus, { campaignId: campaign.id });
  const messages = await listMessages(workspace.id, { campaignId: campaign.id }, { limit: shownMax, sort: '-id' });
  await renderPage(ctx, 'campaign', {
    campaign: await withCounts(campaign),
    status,
    steps: campaign.steps.map(readableStep),
    messages: messages.items,
    hasMore: messages.next !== null,
    shownMax,
  });
}

async function withCounts(campaign: CampaignRecord) {
  const enrollments = await countEnrollmentsByState(campaign.workspaceId, campaign.id);
  const messages = await countMessagesByState(campaign.workspaceId, campaign.id);
  const enrolled = Object.values(enrollments).reduce((sum, count) => sum + (count ?? 0), 0);
  return {
    ...campaign,
    enrolled,
    replied: enrollments.replied ?? 0,
    sent: messages.sent ?? 0,
    waiting: (messages.scheduled ?? 0) + (messages.approved ?? 0),
    awaitingApproval: messages.awaiting_approval ?? 0,
    choices: choicesFor(campaign),
  };
}

/** What a person can do with a campaign in its present state. */
function choicesFor({ state }: CampaignRecord): { action: string; text: string }[] {
  const choices = [
    { action: 'launch_campaign', text: 'Launch', isPossible: state === 'draft' },
    { action: 'resume_campaign', text: 'Resume', isPossible: canMoveCampaign(state, 'resume') },
    { action: 'pause_campaign', text: 'Pause', isPossible: canMoveCampaign(state, 'pause') },
  ];
  return choices.filter(({ action, isPossible }) => isPossible && writeActionNamed(action) !== undefined);
}

function readableStep(step: SequenceStep) {
  const units = Object.entries(fromMinutes(step.waitMinutes)).filter(([, count]) => count > 0);
  const wait = units.map(([unit, count]) => `${count} ${unit.slice('wait'.length).toLowerCase()}`).join(', ');
  return { ...step, wait, texts: textsOf(step) };
}
