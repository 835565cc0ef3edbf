import { canMoveCampaign } from '../../domain/campaign-state.ts';
import { type CampaignRecord, listCampaigns } from '../../store/campaign-store.ts';
import { countEnrollmentsByState } from '../../store/enrollment-store.ts';
import { countMessagesByState } from '../../store/message-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { writeActionNamed } from '../confirmable.ts';
import { renderPage } from '../render-page.ts';
import type { WebRouter } from '../web-deps.ts';

const shownMax = 50;

export const campaignPages = (router: WebRouter): void => {
  router.get('/app/campaigns', requireMember, async (ctx) => {
    const { workspace } = memberIn(ctx);
    const { items, next } = await listCampaigns(workspace.id, {}, { limit: shownMax, sort: '-id' });
    const campaigns = [];
    for (const campaign of items) campaigns.push(await withCounts(workspace.id, campaign));
    await renderPage(ctx, 'campaigns', { campaigns, hasMore: next !== null, shownMax });
  });
};

async function withCounts(workspaceId: string, campaign: CampaignRecord) {
  const enrollments = await countEnrollmentsByState(workspaceId, campaign.id);
  const messages = await countMessagesByState(workspaceId, campaign.id);
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
