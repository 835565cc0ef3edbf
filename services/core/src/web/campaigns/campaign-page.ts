import { getCampaignReport } from '../../actions/campaigns/reports/get-campaign-report.ts';
import { listMessages } from '../../actions/messages/list-messages.ts';
import { getSendingStatus } from '../../actions/sending/get-sending-status.ts';
import { readManifestId } from '../../engine/approvals/manifest/read-manifest.ts';
import { plannedSends } from '../../engine/campaigns/reports/planned-sends.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { stackedBars } from '../charts/stacked-bars.ts';
import { readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { pagedList } from '../records/paged-list.ts';
import { waitInWords } from '../shown/wait-words.ts';
import { forPeople, wordsOf } from '../shown/words.ts';
import { type Campaign, readCampaign, type Step } from './workbench/change-steps.ts';
import { showSequence } from './workbench/show-sequence.ts';
import { homeTabOf, workbenchHead } from './workbench/workbench-head.ts';

const daysShownMax = 30;

const path = '/app/campaigns/:campaignId';

/** A campaign opens with its text before the launch, and with its results after it. */
export function campaignPage(router: WebRouter, deps: WebDeps): void {
  router.get(path, requireMember, async (ctx) => {
    const campaign = await readCampaign(ctx, deps);
    await (homeTabOf(campaign) === 'sequence' ? showSequence(ctx, deps) : showReport(ctx, deps, campaign));
  });
  router.get(`${path}/report`, requireMember, async (ctx) => showReport(ctx, deps, await readCampaign(ctx, deps)));
}

/** Sending status and reasons, numbers by step and text, planned sends, and messages. */
async function showReport(ctx: WebContext, deps: WebDeps, campaign: Campaign): Promise<void> {
  const campaignId = campaign.id;
  const { workspace } = memberIn(ctx);
  const status = await readAction(ctx, deps, getSendingStatus, { campaignId });
  const report = await readAction(ctx, deps, getCampaignReport, { campaignId });
  const planned = await plannedSends(workspace, campaignId);
  await renderPage(ctx, 'campaign', {
    ...(await workbenchHead(ctx, campaign)),
    why: whyOf(status),
    isHeld: holding.includes(status.status),
    funnel: report.funnel,
    awaitingApproval: status.messageCounts.awaiting_approval ?? 0,
    steps: campaign.steps.map((step, index) => readableStep(step, index, report.steps)),
    removed: report.steps.filter(({ isRemoved }) => isRemoved),
    charts: report.days.length === 0 ? [] : chartsOf(report.days),
    manifestId: await readManifestId(workspace.id, campaignId),
    planned: planned.map((row) => ({ ...row, step: row.stepIndex + 1 })),
    timeZone: workspace.settings.timeZone,
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
type Report = Awaited<ReturnType<typeof getCampaignReport.run>>['data'];

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

/** The texts of a step, with the results of each. */
function readableStep(step: Step, index: number, numbers: Report['steps']) {
  const own = numbers.find(({ stepId }) => stepId === step.id);
  const texts = [{ id: 'A', subject: step.subject, body: step.body, weight: step.weight }, ...step.variants];
  return {
    ...step,
    number: index + 1,
    wait: waitInWords(step),
    rates: own && ratesOf(own),
    tasks: own?.tasks,
    winner: own?.winner,
    texts: texts.map((text) => {
      const counted = own?.variants.find(({ variantId }) => variantId === text.id);
      return { ...text, rates: counted && ratesOf(counted) };
    }),
  };
}

/** Adds the reply rate in percent. Null if nothing was sent. */
function ratesOf<Numbers extends { sent: number; replied: number }>(numbers: Numbers) {
  const { sent, replied } = numbers;
  return { ...numbers, replyRate: sent === 0 ? null : Math.round((1_000 * replied) / sent) / 10 };
}

function chartsOf(days: Report['days']) {
  const shown = days.slice(-daysShownMax);
  return [
    stackedBars('Sent', shown, [{ name: 'Messages sent', key: 'sent', hue: 'accent' }]),
    stackedBars('Replied', shown, [{ name: 'People who replied', key: 'replied', hue: 'teal' }]),
  ];
}
