import type { getCampaignReport } from '../../../actions/campaigns/reports/get-campaign-report.ts';
import { shifted } from '../../../actions/campaigns/reports/report-period.ts';
import { dayChart } from '../../charts/day-chart.ts';
import { waitInWords } from '../../shown/wait-words.ts';
import type { Campaign, Step } from '../workbench/change-steps.ts';
import { boundsOf, sentHref, tableHref } from './period-report.ts';
import { rateText } from './report-figures.ts';

type Report = Awaited<ReturnType<typeof getCampaignReport.run>>['data'];

/** Days that the chart of a whole campaign shows at most: the last ones. */
const daysMax = 90;
const daysMin = 7;

/** The funnel of a campaign since its launch. Each number links to the people behind it. */
export function funnelFigures({ campaignId, funnel }: Report) {
  const inbox = (more = {}) => `/app/inbox?${new URLSearchParams({ view: 'all', campaignId, ...more })}`;
  const messages = (states: string[]) =>
    tableHref('/app/messages', [
      { field: 'campaignId', op: 'eq', value: campaignId },
      { field: 'state', op: 'in', value: states },
    ]);
  const { enrolled, contacted } = funnel;
  const rated = (text: string, value: number, base: number, of: string, href: string) => ({
    text,
    value,
    rate: rateText(value, base),
    basis: base === 0 ? null : `${value} of ${base} ${of}`,
    href,
  });
  return [
    { text: 'Enrolled', value: enrolled, href: `/app/enrollments?campaignId=${campaignId}` },
    rated('Contacted', contacted, enrolled, 'enrolled', messages(['sent', 'bounced'])),
    rated('Replied', funnel.replied, contacted, 'contacted', inbox()),
    rated('Interested', funnel.interested, contacted, 'contacted', inbox({ class: 'interested' })),
    { text: 'Meetings', value: funnel.meetings, href: inbox({ class: 'meeting_request' }) },
    rated('Bounced', funnel.bounced, contacted, 'contacted', messages(['bounced'])),
    rated('Unsubscribed', funnel.unsubscribed, contacted, 'contacted', inbox({ class: 'unsubscribe' })),
  ];
}

/** Messages and replies of a campaign per day, up to today. */
export function campaignChart({ campaignId, days }: Report, today: string, timeZone: string) {
  const first = days[0]?.day ?? today;
  const earliest = shifted(today, 1 - daysMax);
  const latest = shifted(today, 1 - daysMin);
  // At least a week, at most the last 90 days.
  const [, start] = [earliest, first, latest].toSorted();
  const shown: string[] = [];
  for (let day = start!; day <= today; day = shifted(day, 1)) shown.push(day);
  const byDay = new Map(days.map((one) => [one.day, one]));
  return dayChart({
    days: shown,
    bars: {
      name: 'Sent',
      values: shown.map((day) => byDay.get(day)?.sent ?? 0),
      hue: 'accent',
      hrefOf: (day) => sentHref(boundsOf(day, timeZone), campaignId),
    },
    line: { name: 'Replied', values: shown.map((day) => byDay.get(day)?.replied ?? 0), hue: 'teal' },
    isTall: true,
  });
}

/** Rows of the table of steps, with the results of each variant. */
export function stepRows(campaign: Campaign, { campaignId, steps }: Report) {
  return campaign.steps.map((step, index) => {
    const own = steps.find(({ stepId }) => stepId === step.id);
    return {
      id: step.id,
      number: index + 1,
      kind: step.kind,
      text: step.subject || (step.kind === 'task' ? 'Task' : index > 0 ? 'Follow-up' : 'Email'),
      wait: waitInWords(step),
      numbers: own && {
        ...own,
        replyRate: rateText(own.replied, own.sent),
        interestedRate: rateText(own.interested, own.sent),
      },
      sentHref: tableHref('/app/messages', [
        { field: 'campaignId', op: 'eq', value: campaignId },
        { field: 'stepIndex', op: 'eq', value: index },
      ]),
      tasks: own?.tasks,
      variants: variantsOf(step, own),
      verdict: verdictOf(step, own),
    };
  });
}

type StepReport = Report['steps'][number];

function variantsOf(step: Step, own: StepReport | undefined) {
  if (step.variants.length === 0) return [];
  return (own?.variants ?? []).map(({ variantId, sent, replied }) => ({
    name: variantId === 'written' || variantId === 'written_body' ? 'Per person' : variantId,
    text: sent === 0 ? '–' : `${replied}/${sent} · ${rateText(replied, sent)}`,
  }));
}

/** Which variant is better, once it is clear. */
function verdictOf(step: Step, own: StepReport | undefined): string {
  if (step.variants.length === 0 || own === undefined) return '';
  if (step.winnerId) return `${step.winnerId} won`;
  if (own.winner === null) return 'too early to tell';
  return `${own.winner.variantId} is better (${Math.round(own.winner.confidence * 100)}%)`;
}

/** Names of the variants that any step has: A, B, …. */
export function variantNamesOf({ steps }: Campaign): string[] {
  const most = Math.max(0, ...steps.map(({ variants }) => variants.length));
  const longest = steps.find(({ variants }) => variants.length === most);
  return most === 0 || longest === undefined ? [] : ['A', ...longest.variants.map(({ id }) => id)];
}
