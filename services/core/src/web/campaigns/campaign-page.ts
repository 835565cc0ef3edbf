import { getCampaignReport } from '../../actions/campaigns/reports/get-campaign-report.ts';
import { listMessages } from '../../actions/messages/list-messages.ts';
import { getSendingStatus } from '../../actions/sending/get-sending-status.ts';
import { localDay } from '../../domain/sending/send-window.ts';
import { readManifestId } from '../../engine/approvals/manifest/read-manifest.ts';
import { plannedSends } from '../../engine/campaigns/reports/planned-sends.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { pagedList } from '../records/paged-list.ts';
import { forPeople, wordsOf } from '../shown/words.ts';
import { campaignChart, funnelFigures, stepRows, variantNamesOf } from './reports/campaign-figures-shown.ts';
import { periodIn } from './reports/period.ts';
import { periodReport } from './reports/period-report.ts';
import { ratesIn } from './reports/reports-page.ts';
import { type Campaign, readCampaign } from './workbench/change-steps.ts';
import { showSequence } from './workbench/show-sequence.ts';
import { homeTabOf, workbenchHead } from './workbench/workbench-head.ts';

const path = '/app/campaigns/:campaignId';

/** A campaign opens with its text before the launch, and with its results after it. */
export function campaignPage(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, async (ctx) => {
    const campaign = await readCampaign(ctx, deps);
    await (homeTabOf(campaign) === 'sequence' ? showSequence(ctx, deps) : showReport(ctx, deps, campaign));
  });
  router.get(`${path}/report`, requireMember, async (ctx) => showReport(ctx, deps, await readCampaign(ctx, deps)));
}

/** Numbers of the campaign, its steps, reasons why messages wait, planned sends, and messages. */
async function showReport(ctx: WebContext, deps: WebDeps, campaign: Campaign): Promise<void> {
  const campaignId = campaign.id;
  const { workspace } = memberIn(ctx);
  const { timeZone } = workspace.settings;
  const status = await readAction(ctx, deps, getSendingStatus, { campaignId });
  const report = await readAction(ctx, deps, getCampaignReport, { campaignId });
  const planned = await plannedSends(workspace, campaignId);
  const period = periodIn(ctx, deps, '30', true);
  const today = localDay(deps.now(), timeZone);
  const ofPeriod = period.isAll ? null : await periodReport(ctx, deps, period, { campaignId, isTall: true });
  await renderPage(ctx, 'campaign', {
    ...(await workbenchHead(ctx, campaign)),
    why: whyOf(status),
    isHeld: holding.includes(status.status),
    menus: period.menus,
    figures: ofPeriod?.figures ?? funnelFigures(report),
    chart: ofPeriod?.chart ?? campaignChart(report, today, timeZone),
    behind: ofPeriod?.behind,
    mailboxes: ofPeriod?.report.byMailbox.map((row) => ({ ...row, ...ratesIn(row) })) ?? [],
    classes: Object.entries(report.replyClasses).map(([name, count]) => ({ class: name, count })),
    awaitingApproval: status.messageCounts.awaiting_approval ?? 0,
    steps: stepRows(campaign, report),
    variantNames: variantNamesOf(campaign),
    removed: report.steps.filter(({ isRemoved }) => isRemoved),
    manifestId: await readManifestId(workspace.id, campaignId),
    planned: planned.map((row) => ({ ...row, step: row.stepIndex + 1 })),
    timeZone,
    ...(await messagesOf(ctx, deps, campaignId)),
  });
}

/** Statuses that block all sending, so that due messages have no send time. */
const holding: readonly Status['status'][] = [
  'campaign_paused',
  'bounce_protection',
  'no_mailbox',
  'all_mailboxes_failing',
  'no_way_out',
  'sending_stopped',
];

/** Views of the messages. The first one is the default. */
const views = [
  { state: '', text: 'All' },
  { state: 'awaiting_approval', text: 'Needs approval' },
  { state: 'scheduled', text: 'Scheduled' },
  { state: 'sent', text: 'Sent' },
  { state: 'cancelled', text: 'Canceled' },
] as const;

/** Adds the names of the recipients. */
async function messagesOf(ctx: WebContext, deps: WebDeps, campaignId: string) {
  const { state } = views.find((view) => view.state === ctx.query.state) ?? views[0];
  const { items, ...pages } = await pagedList(ctx, deps, listMessages, { ...(state && { state }) }, { campaignId });
  const names = await namesOfRecords(
    memberIn(ctx).workspace.id,
    items.flatMap(({ contactId }) => contactId ?? []),
  );
  return {
    ...pages,
    items: items.map((message) => ({ ...message, who: names.get(message.contactId ?? '') })),
    views: views.map((view) => ({ ...view, isHere: view.state === state })),
  };
}

type Status = Awaited<ReturnType<typeof getSendingStatus.run>>['data'];
/** The status in words, with all reasons why messages are held. */
function whyOf({ explanation, nextSendAt, reasons, mailboxFaults }: Status) {
  const waits = reasons.filter(({ count }) => count > 0);
  return {
    explanation: forPeople(explanation),
    nextSendAt,
    reasons: waits.map(({ status, ...rest }) => ({ ...rest, status: wordsOf(status) })),
    faults: mailboxFaults,
  };
}
