import { Type } from 'typebox';
import { type EnrollmentState, enrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import { counted } from '../../domain/text/counted.ts';
import { readFigures } from '../../engine/campaigns/reports/campaign-figures.ts';
import { Id, Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { requireCampaign } from './require-campaign.ts';

const EnrollmentCounts = Type.Object(
  Object.fromEntries(
    enrollmentStates.map((state) => [state, Type.Integer({ description: `Enrollments in state ${state}.` })]),
  ) as Record<EnrollmentState, ReturnType<typeof Type.Integer>>,
  { description: 'Number of enrollments in each state.' },
);

export const getCampaign = defineRead({
  name: 'get_campaign',
  title: 'Get a campaign',
  summary: 'Get one campaign with its steps and enrollment counts.',
  description:
    'Returns one campaign: state, steps, window, limits, and the number of enrollments in each state. For ' +
    'results, use get_campaign_report. To see why nothing is sent, use get_sending_status.',
  method: 'get',
  path: '/campaigns/{campaignId}',
  scope: 'campaigns:read',
  input: Input({ campaignId: Id('cmp', 'Campaign to return.') }),
  output: Type.Object({ ...CampaignView.properties, enrollmentCounts: EnrollmentCounts }),
  errors: ['not_found'],

  async run({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    const { enrollments: counts } = await readFigures(campaign, ctx.workspace.settings.timeZone);
    const enrollmentCounts = Object.fromEntries(enrollmentStates.map((state) => [state, counts[state] ?? 0])) as Record<
      EnrollmentState,
      number
    >;
    return {
      data: { ...toCampaignView(campaign), enrollmentCounts },
      summary: `${campaign.name}, ${campaign.state}, ${counted(campaign.steps.length, 'step')}.`,
    };
  },
});
