import { Type } from 'typebox';
import { insertCampaign } from '../../store/campaigns/campaign-store.ts';
import { defineWrite } from '../define-action.ts';
import { Input, Text } from '../schema.ts';
import { campaignProperties, checkCampaign, toCampaignFacts } from './campaign-input.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { stepsProperty, toSteps, withIds } from './step-input.ts';

export const createCampaign = defineWrite({
  name: 'create_campaign',
  title: 'Create a campaign',
  summary: 'Make a campaign with its steps; nothing is sent.',
  description:
    'Makes a campaign in state draft: a sequence of steps, each with a wait and a subject and body in LiquidJS ({{ firstName }}, {{ companyName }}, {{ custom.x | default: "…" }}), as a new message or as a reply in the thread, with A/B variants if wanted. Nothing is sent: next enroll_contacts, look at preview_campaign, then launch_campaign. Unknown placeholders are refused with the list of those there are. Answers with the campaign.',
  method: 'post',
  path: '/campaigns',
  scope: 'campaigns:write',
  effect: 'write',
  input: Input({
    name: Text(200, 'Name of the campaign.'),
    steps: Type.Optional(stepsProperty),
    ...campaignProperties,
  }),
  output: CampaignView,
  statuses: [201],
  errors: [],
  isEverydayTool: true,
  example: {
    name: 'Calculators, autumn',
    steps: [
      { subject: '{{ firstName }}, a question', body: 'Hello {{ firstName }},\n\nwho counts at {{ companyName }}?' },
      { waitDays: 3, body: 'Hello {{ firstName }}, did my question reach you?' },
    ],
  },

  async plan(input, ctx) {
    const facts = toCampaignFacts(input);
    await checkCampaign(ctx.workspaceId, facts);
    const steps = toSteps(input.steps ?? []);
    return {
      summary: `Would create campaign ${input.name} with ${steps.length} steps.`,
      cost: 0,
      effects: [{ op: 'create', type: 'campaign', label: input.name, changes: { ...facts, steps } }],
      skipped: [],
      warnings: steps.length === 0 ? ['Without steps it cannot be launched.'] : [],
      state: { facts, steps },
    };
  },

  async run(input, { state }, ctx) {
    const createdBy = ctx.actor.userId ?? ctx.actor.id;
    const campaign = await insertCampaign(
      ctx.workspaceId,
      { name: input.name, ...state.facts, steps: withIds(state.steps), createdBy },
      ctx.now(),
    );
    const count = campaign.steps.length;
    return {
      status: 201,
      data: toCampaignView(campaign),
      summary: `Created campaign ${campaign.name} with ${count} ${count === 1 ? 'step' : 'steps'}.`,
    };
  },
});
