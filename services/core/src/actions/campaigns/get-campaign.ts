import { Type } from 'typebox';
import { type EnrollmentState, enrollmentStates } from '../../domain/campaigns/enrollment-state.ts';
import { counted } from '../../domain/text/counted.ts';
import { Id, Input } from '../../schema/schema.ts';
import { countEnrollmentsByState } from '../../store/campaigns/enrollment-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { CampaignView, toCampaignView } from './campaign-view.ts';
import { requireCampaign } from './require-campaign.ts';

const EnrollmentCounts = Type.Object(
  Object.fromEntries(
    enrollmentStates.map((state) => [state, Type.Integer({ description: `Enrollments that are ${state}.` })]),
  ) as Record<EnrollmentState, ReturnType<typeof Type.Integer>>,
  { description: 'How many enrollments are in each state.' },
);

export const getCampaign = defineRead({
  name: 'get_campaign',
  title: 'Get a campaign',
  summary: 'Read one campaign with its steps and enrollment counts.',
  description:
    'Reads one campaign: state, steps, window, limits, and how many enrollments are in each state. For results see get_campaign_report; for why nothing goes out see get_sending_status.',
  method: 'get',
  path: '/campaigns/{campaignId}',
  scope: 'campaigns:read',
  input: Input({ campaignId: Id('cmp', 'Campaign to read.') }),
  output: Type.Object({ ...CampaignView.properties, enrollmentCounts: EnrollmentCounts }),
  errors: ['not_found'],

  async run({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    const counts = await countEnrollmentsByState(ctx.workspaceId, campaignId);
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
