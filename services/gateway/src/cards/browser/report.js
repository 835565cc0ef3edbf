// The report of a campaign: its figures, its days, and its messages.
import { startCard } from './host.js';
import { badge, pageLink, part, sentence, show } from './parts.js';

const hues = { running: 'green', paused: 'amber', scheduled: 'violet' };

function share(some, whole) {
  if (whole === 0) return '';
  if (some === 0) return '0%';
  return `${((100 * some) / whole).toFixed(1)}%`;
}

function figure(name, value, rate) {
  return part(
    'div',
    'figure',
    part('dt', '', name),
    part('dd', '', value.toLocaleString(), ' ', part('small', '', rate)),
  );
}

const svg = 'http://www.w3.org/2000/svg';

function drawn(tag, attributes) {
  const element = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Fewer days do not make the bars wider. */
const shownDaysMin = 14;

/** Bars of messages per day, with the replies inside. Days without any are empty. */
function daysChart(days) {
  const [width, height] = [600, 80];
  const most = Math.max(1, ...days.map(({ sent, replied }) => Math.max(sent, replied)));
  const place = ({ day }) => (Date.parse(day) - Date.parse(days[0].day)) / dayMs;
  const step = width / Math.max(shownDaysMin, place(days.at(-1)) + 1);
  const chart = drawn('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', preserveAspectRatio: 'none' });
  const total = (name) => days.reduce((sum, day) => sum + day[name], 0);
  const period = days.length === 1 ? days[0].day : `${days[0].day} to ${days.at(-1).day}`;
  const label = `${period}: ${total('sent')} sent, ${total('replied')} replied`;
  chart.setAttribute('aria-label', label);
  for (const day of days) {
    for (const name of ['sent', 'replied']) {
      const tall = (day[name] / most) * height;
      const x = (place(day) + 0.1) * step;
      chart.append(drawn('rect', { class: name, x, width: step * 0.8, y: height - tall, height: tall }));
    }
  }
  return part('figure', 'days', chart, part('figcaption', 'quiet', label));
}

function stepsTable(steps) {
  const heads = ['Step', 'Sent', 'Replied', 'Interested', 'Bounced'].map((text) => part('th', '', text));
  const rows = steps
    .filter(({ kind }) => kind === 'email')
    .map((step) => {
      const figures = [step.sent, step.replied, step.interested, step.bounced];
      const cells = figures.map((value) => part('td', '', value.toLocaleString()));
      return part('tr', '', part('td', '', step.subject || `Message ${step.stepIndex + 1}`), cells);
    });
  return part('table', '', part('thead', '', part('tr', '', heads)), part('tbody', '', rows));
}

function showReport({ campaignId, name, state, funnel, messages, steps, days }) {
  const { contacted, replied, interested, meetings, unsubscribed } = funnel;
  show(
    part('header', '', part('h1', '', name), badge(hues[state] ?? 'gray', sentence(state))),
    part(
      'dl',
      'figures',
      figure('Enrolled', funnel.enrolled, ''),
      figure('Contacted', contacted, share(contacted, funnel.enrolled)),
      figure('Replied', replied, share(replied, contacted)),
      figure('Interested', interested, share(interested, contacted)),
      figure('Meetings', meetings, share(meetings, contacted)),
      figure('Unsubscribed', unsubscribed, share(unsubscribed, contacted)),
      figure('Bounced', messages.bounced, share(messages.bounced, messages.sent)),
    ),
    days.length > 0 ? daysChart(days) : part('p', 'quiet', 'No message was sent yet.'),
    stepsTable(steps),
    part('footer', '', part('div', 'actions', pageLink(`/app/campaigns/${campaignId}`, 'Open in Outbound'))),
  );
}

void startCard(({ result }) => showReport(result.data));
