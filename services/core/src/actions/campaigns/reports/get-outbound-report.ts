import { type Static, Type } from 'typebox';
import {
  countsByDay,
  dayStarts,
  type ReportCounts,
  type ReportRow,
  tally,
  totalsOf,
} from '../../../domain/campaigns/outbound-report.ts';
import { localDay } from '../../../domain/sending/send-window.ts';
import { counted } from '../../../domain/text/counted.ts';
import { readReportDays } from '../../../engine/campaigns/reports/report-days.ts';
import { Id, Input, Text } from '../../../schema/schema.ts';
import { findCampaigns } from '../../../store/campaigns/campaign-store.ts';
import { countOutbound } from '../../../store/campaigns/report-store.ts';
import { listMailboxes } from '../../../store/mailboxes/mailbox-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { requireCampaign } from '../require-campaign.ts';
import { OutboundReportView } from './outbound-report-view.ts';
import { periodOf, reportDaysMax } from './report-period.ts';

type Report = Static<typeof OutboundReportView>;

const listedMax = 200;
function Day(description: string) {
  return Type.Optional(Type.String({ format: 'date', description }));
}

export const getOutboundReport = defineRead({
  name: 'get_outbound_report',
  title: 'Get the outbound report',
  summary: 'Get the results of outbound work in a period.',
  description:
    'Counts for a period of days: contacts added and enrolled, messages sent and bounced, and people who ' +
    'replied, were interested, asked for a meeting, or unsubscribed. In total and by campaign, mailbox, and ' +
    'day, of all campaigns or of one. Default: the last 30 days. For a campaign step by step, use get_campaign_report.',
  method: 'get',
  path: '/reports/outbound',
  scope: 'reports:read',
  input: Input({
    campaignId: Type.Optional(
      Id('cmp', 'Only this campaign. sourced and unsubscribed are 0, because they belong to no campaign.'),
    ),
    from: Day('First day, YYYY-MM-DD.'),
    to: Day(`Last day, YYYY-MM-DD; at most ${reportDaysMax} days in all.`),
    timeZone: Type.Optional(Text(60, "IANA time zone that defines the days. Default: the workspace's zone.")),
  }),
  output: OutboundReportView,
  errors: ['not_found'],

  async run(input, ctx) {
    const period = periodOf(input, ctx.workspace.settings.timeZone, ctx.now());
    const starts = dayStarts(period.from, period.to, period.timeZone);
    const { workspaceId } = ctx;
    const { timeZone } = period;
    const { campaignId } = input;
    if (campaignId !== undefined) await requireCampaign(campaignId, ctx);
    const all =
      timeZone === ctx.workspace.settings.timeZone
        ? (await readReportDays({ workspaceId, timeZone, starts }, ctx.now())).rows
        : await countOutbound(workspaceId, starts);
    const rows = campaignId === undefined ? all : all.filter((row) => row.campaignId === campaignId);
    const totals = totalsOf(rows);
    const days = starts.slice(0, -1).map((start) => localDay(start, period.timeZone));
    const data: Report = {
      period,
      totals,
      replyRate: totals.sent === 0 ? null : Math.min(1, totals.replied / totals.sent),
      byCampaign: await byCampaign(workspaceId, rows),
      byMailbox: await byMailbox(workspaceId, rows),
      byDay: countsByDay(rows, days),
    };
    const { sent, replied, interested, meetings } = totals;
    const summary = `${period.from} to ${period.to}: ${sent} sent, ${replied} replied, ${interested} interested, ${counted(meetings, 'meeting')}.`;
    return { data, summary };
  },
});

function busiest(tallies: Map<string, ReportCounts>): [string, ReportCounts][] {
  return [...tallies].sort(([a, one], [b, other]) => other.sent - one.sent || (a < b ? -1 : 1)).slice(0, listedMax);
}

async function byCampaign(workspaceId: string, rows: ReportRow[]): Promise<Report['byCampaign']> {
  const tallies = busiest(tally(rows, ({ campaignId }) => campaignId));
  const campaigns = await findCampaigns(
    workspaceId,
    tallies.map(([id]) => id),
  );
  const names = new Map(campaigns.map(({ id, name }) => [id, name]));
  return tallies.map(([campaignId, { sourced: _s, unsubscribed: _u, ...counts }]) => ({
    campaignId,
    name: names.get(campaignId) ?? '(deleted)',
    ...counts,
  }));
}

async function byMailbox(workspaceId: string, rows: ReportRow[]): Promise<Report['byMailbox']> {
  const tallies = busiest(tally(rows, ({ mailboxId }) => mailboxId));
  const mailboxes = await listMailboxes(
    workspaceId,
    tallies.map(([id]) => id),
  );
  const addresses = new Map(mailboxes.map(({ id, address }) => [id, address]));
  return tallies.map(([mailboxId, { sourced: _s, unsubscribed: _u, enrolled: _e, ...counts }]) => ({
    mailboxId,
    address: addresses.get(mailboxId) ?? '(deleted)',
    ...counts,
  }));
}
