import { Type } from 'typebox';
import { reportMetrics } from '../../../domain/campaigns/outbound-report.ts';
import { Named, Nullable } from '../../../schema/schema.ts';

const meanings: Record<(typeof reportMetrics)[number], string> = {
  sourced: 'Contacts added.',
  enrolled: 'Contacts enrolled in campaigns.',
  sent: 'Messages sent.',
  replied: 'People who replied, per campaign. Bounces and automatic replies are not counted.',
  interested: 'People whose reply shows interest or asks for a meeting.',
  meetings: 'People whose reply asks for or agrees to a meeting.',
  bounced: 'Messages that bounced.',
  unsubscribed: 'People who unsubscribed.',
};

const counts = Object.fromEntries(
  reportMetrics.map((metric) => [metric, Type.Integer({ description: meanings[metric] })]),
) as Record<(typeof reportMetrics)[number], ReturnType<typeof Type.Integer>>;

const { sourced: _sourced, unsubscribed: _unsubscribed, ...ofCampaign } = counts;
const { enrolled: _enrolled, ...ofMailbox } = ofCampaign;

export const OutboundReportView = Named(
  'OutboundReport',
  Type.Object({
    period: Type.Object(
      {
        from: Type.String({ description: 'First day, YYYY-MM-DD.' }),
        to: Type.String({ description: 'Last day, YYYY-MM-DD.' }),
        timeZone: Type.String({ description: 'Time zone of the days.' }),
      },
      { description: 'Period of the report.' },
    ),
    totals: Type.Object(counts, { description: 'Totals of the period.' }),
    replyRate: Nullable(
      Type.Number({ description: 'People who replied per message sent, 0 to 1. Null before any message.' }),
    ),
    byCampaign: Type.Array(
      Type.Object({
        campaignId: Type.String({ description: 'The campaign.' }),
        name: Type.String({ description: 'Its name.' }),
        ...ofCampaign,
      }),
      { description: 'By campaign.' },
    ),
    byMailbox: Type.Array(
      Type.Object({
        mailboxId: Type.String({ description: 'The mailbox.' }),
        address: Type.String({ description: 'Its email address.' }),
        ...ofMailbox,
      }),
      { description: 'By mailbox.' },
    ),
    byDay: Type.Array(Type.Object({ day: Type.String({ description: 'YYYY-MM-DD.' }), ...counts }), {
      description: 'By day.',
    }),
  }),
);
