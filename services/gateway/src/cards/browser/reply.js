// A reply with its thread and the draft of its answer.
import { startCard } from './host.js';
import { badge, count, facts, pageLink, part, sentence, show, textOf, timeOf } from './parts.js';

const draftWords = {
  draft: ['gray', 'Draft'],
  awaiting_approval: ['amber', 'Needs approval'],
  approved: ['teal', 'Approved'],
  sent: ['green', 'Sent'],
  unconfirmed: ['amber', 'Unconfirmed'],
  failed: ['red', 'Failed'],
  cancelled: ['gray', 'Canceled'],
};

const classHues = {
  interested: 'green',
  meeting_request: 'green',
  not_now: 'amber',
  unsubscribe: 'red',
  complaint: 'red',
  bounce: 'red',
  question: 'violet',
  referral: 'teal',
  left_company: 'teal',
};

function earlier(thread) {
  if (thread.length === 0) return undefined;
  const messages = thread.map((message) =>
    part(
      'section',
      'group',
      part('h2', '', message.direction === 'sent' ? 'You' : 'They', part('span', 'quiet', timeOf(message.at))),
      part('p', 'mail', textOf(message, 'bodyText')),
    ),
  );
  return part(
    'details',
    'text',
    part('summary', '', `Thread: ${count(thread.length, 'message', 'messages')}`),
    messages,
  );
}

function answerPart(answer) {
  if (!answer) return part('p', 'quiet', 'No answer is drafted.');
  const [hue, word] = draftWords[answer.state] ?? ['gray', sentence(answer.state)];
  return part(
    'section',
    'group draft',
    part('h2', '', 'Answer', badge(hue, word)),
    facts([
      ['To', answer.to],
      ['Subject', textOf(answer, 'subject')],
      ['Attachments', answer.attachments.length > 0 && count(answer.attachments.length, 'file', 'files')],
      ['Sent', timeOf(answer.sentAt)],
    ]),
    part('p', 'mail', textOf(answer, 'bodyText')),
  );
}

function showReply(reply) {
  const who = textOf(reply, 'fromName');
  show(
    part(
      'header',
      '',
      part('h1', '', who || reply.fromAddress),
      badge(classHues[reply.class] ?? 'gray', sentence(reply.class)),
    ),
    facts([
      ['From', who && reply.fromAddress],
      ['Subject', textOf(reply, 'subject')],
      ['Received', timeOf(reply.receivedAt)],
    ]),
    part('p', 'mail', textOf(reply, 'bodyText')),
    earlier(reply.thread),
    answerPart(reply.answer),
    part('footer', '', part('div', 'actions', pageLink(`/app/replies/${reply.id}`, 'Open in Outbound'))),
  );
}

void startCard(({ result }) => showReply(result.data));
