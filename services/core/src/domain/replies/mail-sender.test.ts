import { expect, test } from 'vitest';
import { readReply } from './classify-reply.ts';
import { isDaemonAddress, isFromMailSystem, isNoReplyAddress, unknownContext } from './mail-sender.ts';

const now = new Date('2026-11-23T09:00:00Z');
const context = { isFromRecipient: true, isInThread: true, subject: 'Out of office cover for your team' };

test('recognizes addresses of daemons and no-reply addresses', () => {
  for (const address of ['MAILER-DAEMON@mx.example', 'postmaster@a.example', 'MicrosoftExchange329e71ec88@a.example'])
    expect(isDaemonAddress(address)).toBe(true);
  for (const address of ['bouncer@a.example', 'dan.postmaster@a.example']) expect(isDaemonAddress(address)).toBe(false);
  for (const address of ['no-reply@a.example', 'donotreply@a.example', 'noreply+x1@a.example'])
    expect(isNoReplyAddress(address)).toBe(true);
  expect(isNoReplyAddress('nora.reply@a.example')).toBe(false);
});

test('does not mistake a person who replies from the emailed address for a mail system', () => {
  const headers = { from: 'Postmaster <postmaster@small.example>', 'return-path': '<postmaster@small.example>' };
  expect(isFromMailSystem(headers, unknownContext)).toBe(true);
  expect(isFromMailSystem(headers, context)).toBe(false);
  expect(isFromMailSystem({ ...headers, 'return-path': '<>' }, context)).toBe(true);
  expect(isFromMailSystem({ from: 'Bounce Ltd <ann@b.example>' }, unknownContext)).toBe(false);
});

test.each([
  'Your last mail bounced with 554 5.7.1, so here again: no more emails, please take me off the list.',
  'Ihre Mail kam als unzustellbar (550 5.1.1) zurück. Bitte streichen Sie mich aus dem Verteiler.',
])('detects the opt-out of a person who writes about bounces: %s', (text) => {
  const headers = { from: 'Ann <ann@b.example>' };
  expect(readReply({ headers, subject: 'Re: Hello', text, context }, now)).toMatchObject({
    class: 'unsubscribe',
    wish: 'clear',
  });
});

test.each(['Re: Out of office cover for your team', 'AW: Abwesenheitsnotiz: Out of office cover for your team'])(
  'does not mistake a person for a program because of the subject "%s"',
  (subject) => {
    const reply = { headers: { from: 'ann@b.example' }, subject, text: 'Please take me off your list.', context };
    expect(readReply(reply, now)).toMatchObject({ class: 'unsubscribe', wish: 'clear' });
  },
);

test('still recognizes an automatic notice with its own subject', () => {
  const reply = { headers: { from: 'ann@b.example' }, subject: 'Automatisch antwoord: Hallo', text: 'Ik ben er niet.' };
  expect(readReply(reply, now).class).toMatch(/out_of_office|auto_reply/);
});

test('asks a person about an opt-out in automatic mail, and suppresses no one for it', () => {
  const headers = { from: 'desk@b.example', 'auto-submitted': 'auto-generated' };
  const text = 'Merci de nous retirer de votre liste de diffusion et de ne plus nous écrire.';
  const { class: found, wish } = readReply({ headers, subject: 'Re: Bonjour', text }, now);
  expect(wish).toBe('doubtful');
  expect(found).not.toBe('unsubscribe');
});

test.each([
  ['Automatic reply: Hello', 'We do not accept unsolicited offers. Remove this address from your list.'],
  ['Automatische Antwort', 'Wir nehmen keine Werbung an. Streichen Sie diese Adresse aus Ihrem Verteiler.'],
  ['Réponse automatique', "Nous n'acceptons aucune publicité. Retirez cette adresse de votre liste."],
  ['Hello', 'This is an automatic reply. Thank you for your email. Take this address off your list.'],
])('asks a person about the standing opt-out in a notice "%s": %s', (subject, text) => {
  const headers = { from: 'desk@b.example', 'auto-submitted': 'auto-replied' };
  expect(readReply({ headers, subject, text }, now)).toMatchObject({ class: 'auto_reply', wish: 'doubtful' });
});

test.each([
  'Thank you for your message, we have received it. To unsubscribe from our newsletter, click the link.',
  'I am out of the office until Monday. Please write to my colleague.',
])('does not hear an opt-out in the notice "%s"', (text) => {
  const headers = { from: 'desk@b.example', 'auto-submitted': 'auto-replied' };
  expect(readReply({ headers, subject: 'Automatic reply: Hello', text }, now).wish).toBe('none');
});

test("detects no opt-out in a help desk's receipt", () => {
  const headers = { from: 'desk@b.example', 'auto-submitted': 'auto-generated' };
  const text = 'We have received your request. Please do not reply to this email.';
  expect(readReply({ headers, subject: 'Ticket 12', text }, now)).toMatchObject({ class: 'auto_reply', wish: 'none' });
});
