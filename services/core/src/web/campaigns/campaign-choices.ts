import { canMoveCampaign } from '../../domain/campaigns/campaign-state.ts';
import { isImmediate } from '../do/immediate.ts';

/** Actions that a person can take on a campaign in its present state. */
export function campaignChoices(
  state: Parameters<typeof canMoveCampaign>[0],
): { action: string; text: string; isNow: boolean }[] {
  const choices = [
    { action: 'launch_campaign', text: 'Review and launch', isPossible: state === 'draft' },
    { action: 'resume_campaign', text: 'Resume', isPossible: canMoveCampaign(state, 'resume') },
    { action: 'pause_campaign', text: 'Pause', isPossible: canMoveCampaign(state, 'pause') },
  ];
  return choices
    .filter(({ isPossible }) => isPossible)
    .map((choice) => ({ ...choice, isNow: isImmediate(choice.action) }));
}
