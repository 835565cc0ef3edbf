import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enrollmentsOf, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let campaignId: string;
let message: { id: string; to: string; messageIdHeader: string };
beforeAll(async () => {
  core = await startTestCore({ now: () => new Date('2030-01-07T10:00:00Z') });
});
afterAll(() => core.stop());
beforeEach(async () => {
  ({ campaignId } = await launchCampaign(core, 1));
  await core.request('POST', '/sandbox/deliver', { body: {} });
  [message] = await messagesOf(core, campaignId, '&state=sent');
});

interface Part {
  type: string;
  text: string;
}

let count = 0;
/** Delivers a multipart mail of the recipient. Returns the class of the reply, and the state of the enrollment. */
async function received(subject: string, type: string, parts: Part[]) {
  count += 1;
  const head = [
    `From: ${message.to}`,
    `Subject: ${subject}`,
    `Message-ID: <notice-${count}@in.example>`,
    `In-Reply-To: ${message.messageIdHeader}`,
    `Content-Type: ${type}; boundary=x`,
  ];
  const body = parts.map((part) => `--x\nContent-Type: ${part.type}\n\n${part.text}\n`);
  const raw = `${head.join('\n')}\n\n${body.join('')}--x--\n`;
  const { data } = (await core.request('POST', '/sandbox/inbound', { body: { raw } })).body;
  const reply = (await core.request('GET', `/replies/${data.replyId}`)).body.data;
  const [enrollment] = await enrollmentsOf(core, campaignId);
  const { data: check } = (await core.request('GET', `/suppressions/check?value=${message.to}`)).body;
  return [reply.class, enrollment.state, check.isSuppressed];
}

const plain = 'text/plain; charset=utf-8';
const disposition = { type: 'message/disposition-notification', text: 'Disposition: manual-action/MDN-sent-manually' };

test.each([
  ['Read: Hello', 'Your message was read on Monday.', 'displayed'],
  ['Przeczytano: Hello', 'Twoja wiadomość do mnie została przeczytana. Nie odpowiadaj.', 'displayed'],
  ['Non lu : Hello', 'Votre message a été supprimé sans être lu.', 'deleted'],
])('a read receipt (%s) stops nothing', async (subject, text, action) => {
  const notification = { ...disposition, text: `${disposition.text}; ${action}\n` };
  const outcome = await received(subject, 'multipart/report; report-type=disposition-notification', [
    { type: plain, text },
    notification,
  ]);
  expect(outcome).toEqual(['auto_reply', 'active', false]);
});

function calendar(method: string, status: string): Part {
  const lines = [
    'BEGIN:VCALENDAR',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTST\n AT=${status};CN=Bo:mailto:bo@company.example`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return { type: `text/calendar; charset=utf-8; method=${method}`, text: lines.join('\n') };
}

/** Text that Google's calendar adds below each answer. */
const footer =
  'You are receiving this email at the account ada@acme.example because you are subscribed for invitation replies.\n' +
  'To stop receiving these emails, please log in to https://calendar.google.com and change your notification settings.';

test.each([
  [
    'Accepted: Intro',
    calendar('REPLY', 'ACCEPTED'),
    `Bo has accepted this invitation.\n\n${footer}`,
    'meeting_request',
  ],
  ['Zaakceptowano: Intro', calendar('REPLY', 'ACCEPTED'), '', 'meeting_request'],
  ['Tentative: Intro', calendar('REPLY', 'TENTATIVE'), '', 'meeting_request'],
  ['New time proposed: Intro', calendar('COUNTER', 'TENTATIVE'), '', 'meeting_request'],
  ['Declined: Intro', calendar('REPLY', 'DECLINED'), `Bo has declined this invitation.\n\n${footer}`, 'not_interested'],
])('the answer to an invitation counts (%s)', async (subject, part, text, expected) => {
  const outcome = await received(subject, 'multipart/alternative', [{ type: plain, text }, part]);
  expect(outcome).toEqual([expected, 'replied', false]);
});

test('an opt-out in the comment of a declined invitation is heard', async () => {
  const text = 'Please take me off your list.';
  const outcome = await received('Declined: Intro', 'multipart/alternative', [
    { type: plain, text },
    calendar('REPLY', 'DECLINED'),
  ]);
  expect(outcome).toEqual(['unsubscribe', 'unsubscribed', true]);
});
