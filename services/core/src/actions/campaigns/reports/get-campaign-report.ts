import { Type } from 'typebox';
import { stepKinds } from '../../../domain/campaigns/sequence-step.ts';
import { readFigures } from '../../../engine/campaigns/reports/campaign-figures.ts';
import { Id, Input, Nullable, OneOf } from '../../../schema/schema.ts';
import { defineRead } from '../../definition/define-action.ts';
import { requireCampaign } from '../require-campaign.ts';

function n(description: string) {
  return Type.Integer({ description });
}

const numbers = {
  queued: n('Queued.'),
  sent: n('Includes those that bounced later.'),
  unconfirmed: n('Possibly sent: the connection was lost during transmission.'),
  bounced: n('Bounced.'),
  failed: n('Not sent after the last attempt.'),
  skipped: n('Skipped because a rule did not allow it.'),
  cancelled: n('Cancelled before sending.'),
  replied: n('Human replies, without absence notices.'),
  interested: n('Replies that show interest.'),
};

export const getCampaignReport = defineRead({
  name: 'get_campaign_report',
  title: 'Report on a campaign',
  summary: 'Show the funnel of a campaign by step, variant, and day.',
  description:
    'Reports on one campaign: the funnel in people (enrolled, contacted, replied, interested, meetings, ' +
    'bounced, unsubscribed, completed), messages by state, replies by class, and the counts of each step, A/B ' +
    "variant, and day (in the workspace's time zone).",
  method: 'get',
  path: '/campaigns/{campaignId}/report',
  scope: 'campaigns:read',
  input: Input({ campaignId: Id('cmp', 'Campaign to report on.') }),
  output: Type.Object({
    campaignId: Type.String({ description: 'The campaign.' }),
    name: Type.String({ description: 'Name of the campaign.' }),
    state: Type.String({ description: 'State of the campaign.' }),
    funnel: Type.Object(
      {
        enrolled: n('People ever enrolled.'),
        contacted: n('People who were sent at least one message.'),
        replied: n('People who replied.'),
        interested: n('People who showed interest.'),
        meetings: n('People who asked for a meeting.'),
        bounced: n('People whose address bounced.'),
        unsubscribed: n('People who unsubscribed.'),
        informed: n('People who were given the GDPR Art. 14 notice.'),
        completed: n('People who got the whole sequence without replying.'),
      },
      { description: 'Funnel, in people.' },
    ),
    messages: Type.Object(numbers, { description: 'Messages by state.' }),
    replyClasses: Type.Record(Type.String(), Type.Integer(), { description: 'Replies by class.' }),
    steps: Type.Array(
      Type.Object({
        stepId: Type.String({ description: 'The step.' }),
        stepIndex: n('Index of the step, from 0.'),
        kind: OneOf(stepKinds, { description: 'An email, or a task for a person.' }),
        subject: Type.String({ description: 'Subject template. Empty if the step no longer exists.' }),
        isRemoved: Type.Boolean({ description: 'True if the step was removed after messages were created for it.' }),
        ...numbers,
        tasks: Type.Object(
          {
            open: n('Not completed yet.'),
            completed: n('Done.'),
            skipped: n("Skipped by a person, by the step's condition, or because the sequence ended."),
          },
          { description: 'Tasks by outcome, for a step done by a person.' },
        ),
        winner: Nullable(
          Type.Object(
            {
              variantId: Type.String({ description: 'Variant that gets more replies than all others.' }),
              confidence: Type.Number({ description: 'Confidence, 0.95 to 1.' }),
            },
            { description: 'Null until it is clear: each variant needs at least 50 messages and a clear difference.' },
          ),
        ),
        variants: Type.Array(
          Type.Object({
            variantId: Type.String({ description: 'A, B, ….' }),
            subject: Type.String({ description: 'Subject template.' }),
            weight: n('Share of the contacts that get it.'),
            ...numbers,
          }),
          { description: 'Counts of each A/B variant.' },
        ),
      }),
      { description: 'Counts of each step.' },
    ),
    days: Type.Array(
      Type.Object({
        day: Type.String({ description: 'YYYY-MM-DD.' }),
        sent: n('Messages sent.'),
        replied: n('People who replied.'),
      }),
      { description: 'Counts of each day.' },
    ),
  }),
  errors: ['not_found'],
  isEverydayTool: true,

  async run({ campaignId }, ctx) {
    const campaign = await requireCampaign(campaignId, ctx);
    const { report } = await readFigures(campaign, ctx.workspace.settings.timeZone);
    const { enrolled, contacted, replied, interested } = report.funnel;
    return {
      data: { campaignId, name: campaign.name, state: campaign.state, ...report },
      summary: `${campaign.name}: ${enrolled} enrolled, ${contacted} contacted, ${replied} replied, ${interested} interested.`,
    };
  },
});
