import type { WebContext } from '../../frame/web-deps.ts';
import { commandsOn } from '../../records/record-page.ts';
import { campaignChoices } from '../campaign-choices.ts';
import type { Campaign } from './change-steps.ts';

const editableStates = ['draft', 'paused'];

/** Title line and tabs, which all pages of a campaign share. */
export async function workbenchHead(ctx: WebContext, campaign: Campaign) {
  const path = `/app/campaigns/${campaign.id}`;
  const enrolled = Object.values(campaign.enrollmentCounts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    { name: 'sequence', text: 'Sequence', count: campaign.steps.length },
    { name: 'audience', text: 'Audience', count: enrolled },
    { name: 'schedule', text: 'Schedule' },
    { name: 'options', text: 'Options' },
    ...(campaign.state === 'draft' ? [] : [{ name: 'report', text: 'Report' }]),
  ];
  return {
    campaign,
    campaignPath: path,
    enrolled,
    isEditable: editableStates.includes(campaign.state),
    choices: campaignChoices(campaign.state),
    commands: commandsOn('campaignId', campaign.id, path),
    tabs: tabs.map(({ name, ...tab }) => ({
      ...tab,
      href: `${path}/${name}`,
      isHere: ctx.path === `${path}/${name}` || (ctx.path === path && name === homeTabOf(campaign)),
    })),
  };
}

/** Page that a campaign opens with: its text before the launch, its results after it. */
export function homeTabOf({ state }: Campaign): 'sequence' | 'report' {
  return state === 'draft' ? 'sequence' : 'report';
}
