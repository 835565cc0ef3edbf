import { expect, test } from 'vitest';
import { readNotice, recipientsIn } from './read-notice.ts';

const own = 'ann@b.example';
function read(text: string, subject = 'Undelivered mail') {
  const { isFailure, bounceType } = readNotice(text, subject, (address) => address === own);
  return isFailure ? bounceType : 'warning';
}
function exim(reason: string): string {
  return (
    `A message that you sent could not be delivered.\nThis is a permanent error.\n\n  ${own}\n    ` +
    `${reason}\n\n------ This is a copy of the message ------\n\nFrom: <us@a.example>\nTo: ` +
    `<${own}>\n\n550 5.1.1 unknown user\n`
  );
}

test.each([
  'Unrouteable address',
  '550 5.1.1 <ann@b.example>: Recipient address rejected: User unknown',
  'Kein Postfach dieses Namens: unbekannter Empfänger',
  '550 No such domain',
])('recognizes "%s" as a nonexistent address', (reason) => {
  expect(read(exim(reason))).toBe('hard');
});

test.each([
  'retry time not reached for any host after a long failure period',
  'Connection timed out',
  'mx.b.example [192.0.2.1]: Connection refused',
  '554 5.3.5 System config error',
  '553 5.1.8 Domain of sender address us@a.example does not exist',
  '550 5.1.0 SPF check failed for a.example',
  '550 5.1.1 too many messages in the last hour',
  'Die Nachricht wurde aus Sicherheitsgründen abgelehnt',
  'La taille du message dépasse la limite autorisée',
])('does not blame the address for "%s"', (reason) => {
  expect(read(exim(reason))).toBe('soft');
});

test('reads only the lines about its own recipient', () => {
  const both = (mine: string, others: string) => `<other@b.example>:\n${others}\n\n<${own}>:\n${mine}\n`;
  expect(read(both('550 5.1.1 user unknown', '552 5.2.2 mailbox full'))).toBe('hard');
  expect(read(both('552 5.2.2 mailbox full', '550 5.1.1 user unknown'))).toBe('soft');
});

test.each([
  [
    'en',
    'Delivery to ann@b.example is delayed. We will keep trying for 3 days; you are notified if it fails permanently.',
  ],
  [
    'de',
    'Die Nachricht an ann@b.example wurde noch nicht zugestellt. Bei einem endgültigen Fehler erhalten Sie eine Mail.',
  ],
  ['es', 'El mensaje para ann@b.example se ha retrasado. Se avisará si falla de forma permanente.'],
  ['it', 'La consegna a ann@b.example è ritardata; verranno effettuati nuovi tentativi.'],
  ['pl', 'Dostarczenie do ann@b.example jest opóźnione, serwer ponowi próbę.'],
])('does not treat a warning (%s) as a failure', (_language, text) => {
  expect(read(text, 'Delivery status')).toBe('warning');
});

test('does not treat a notice of success as a failure', () => {
  expect(read(`Your message was successfully delivered to ${own}.`)).toBe('warning');
});

test('finds no recipients in the returned message', () => {
  expect(recipientsIn(exim('Unrouteable address'))).toEqual([own]);
});
