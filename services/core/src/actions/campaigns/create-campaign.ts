import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Input, Text } from '../../schema/schema.ts';
import { insertCampaign } from '../../store/campaigns/campaign-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { campaignProperties, checkCampaign, toCampaignFacts } from './campaign-input.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { stepsProperty, withIds } from './step-input.ts';
import { toSteps } from './to-steps.ts';

export const createCampaign = defineWrite({
  name: 'create_campaign',
  title: 'Create a campaign',
  summary: 'Create a campaign with its steps. Nothing is sent.',
  description:
    'Creates a campaign in state draft: a sequence of steps, each with a wait, a subject, and a body in ' +
    'LiquidJS ({{ firstName }}, {{ companyName }}, {{ custom.x | default: "…" }}). A step starts a new thread ' +
    'or replies in the current one. It can have A/B variants and a condition, or be a task (kind task). ' +
    'Nothing is sent: next use enroll_contacts, preview_campaign, and launch_campaign. Unknown placeholders ' +
    'are rejected with the list of known ones. Returns the campaign.',
  method: 'post',
  path: '/campaigns',
  scope: 'campaigns:write',
  effect: 'write',
  small: { change: 'campaigns', undo: 'delete_campaign removes the draft.' },
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
      {
        subject: '{{ firstName }}, a question',
        body: 'Hello {{ firstName }},\n\nwho handles invoicing at {{ companyName }}?',
      },
      { waitDays: 3, body: 'Hello {{ firstName }}, did my question reach you?' },
    ],
  },

  async plan(input, ctx) {
    const facts = toCampaignFacts(input);
    const steps = await toSteps(input.steps ?? []);
    await checkCampaign(ctx.workspaceId, { ...facts, steps });
    return {
      summary: `Would create campaign ${input.name} with ${counted(steps.length, 'step')}.`,
      effects: [{ op: 'create', type: 'campaign', label: input.name, changes: { ...facts, steps } }],
      skipped: [],
      warnings: steps.length === 0 ? ['It cannot be launched without steps.'] : [],
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
    await ctx.emit('campaign.created', campaign.id, { campaignId: campaign.id });
    const count = campaign.steps.length;
    return {
      status: 201,
      data: toCampaignView(campaign),
      summary: `Created campaign ${campaign.name} with ${count} ${count === 1 ? 'step' : 'steps'}.`,
    };
  },
});
