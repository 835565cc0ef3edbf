import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newWebhookSecret, signingSecrets, webhookHeaders } from './webhook-signature.ts';

const first = newWebhookSecret();
const second = newWebhookSecret();
const body = '{"type":"contact.created","name":"Zoë"}';

test('the reference implementation verifies our signatures', () => {
  const headers = webhookHeaders([first], { id: 'evt_1', sentAt: new Date(), body });
  expect(new Webhook(first).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(first).verify(body.replace('Zoë', 'Eve'), headers)).toThrow('No matching signature');
  expect(() => new Webhook(second).verify(body, headers)).toThrow('No matching signature');
});

test('receivers with either secret can verify during a rotation', () => {
  const headers = webhookHeaders([second, first], { id: 'evt_1', sentAt: new Date(), body });
  expect(new Webhook(first).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(second).verify(body, headers)).toEqual(JSON.parse(body));
});

test('the old secret signs for exactly 24 hours after a rotation', () => {
  const rotatedAt = new Date('2026-11-20T12:00:00Z');
  expect(signingSecrets({ secrets: ['b', 'a'], rotatedAt: null }, rotatedAt)).toEqual(['b']);
  expect(signingSecrets({ secrets: ['b', 'a'], rotatedAt }, new Date('2026-11-21T11:59:59Z'))).toEqual(['b', 'a']);
  expect(signingSecrets({ secrets: ['b', 'a'], rotatedAt }, new Date('2026-11-21T12:00:00Z'))).toEqual(['b']);
});

test('generates a different secret each time', () => {
  expect(first).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(first).not.toBe(second);
});
