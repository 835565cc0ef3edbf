import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signingGenerations, webhookHeaders, webhookSecret } from './webhook-signature.ts';

const secretKey = Buffer.alloc(32, 7);
const first = webhookSecret(secretKey, 'whk_1', 1);
const second = webhookSecret(secretKey, 'whk_1', 2);
const body = '{"type":"contact.created","name":"Zoë"}';

test('the reference implementation verifies what we sign', () => {
  const headers = webhookHeaders([first], { id: 'evt_1', sentAt: new Date(), body });
  expect(new Webhook(first).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(first).verify(body.replace('Zoë', 'Eve'), headers)).toThrow('No matching signature');
  expect(() => new Webhook(second).verify(body, headers)).toThrow('No matching signature');
});

test('while a rotation overlaps, a receiver with either secret can verify', () => {
  const headers = webhookHeaders([second, first], { id: 'evt_1', sentAt: new Date(), body });
  expect(new Webhook(first).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(second).verify(body, headers)).toEqual(JSON.parse(body));
});

test('the old secret signs for 24 hours after a rotation and no longer', () => {
  const rotatedAt = new Date('2026-11-20T12:00:00Z');
  expect(signingGenerations({ generation: 1, rotatedAt: null }, rotatedAt)).toEqual([1]);
  expect(signingGenerations({ generation: 2, rotatedAt }, new Date('2026-11-21T11:59:59Z'))).toEqual([2, 1]);
  expect(signingGenerations({ generation: 2, rotatedAt }, new Date('2026-11-21T12:00:00Z'))).toEqual([2]);
});

test('each endpoint and each generation has a secret of its own', () => {
  const others = [webhookSecret(secretKey, 'whk_2', 1), webhookSecret(Buffer.alloc(32, 8), 'whk_1', 1)];
  expect(new Set([first, second, ...others]).size).toBe(4);
});
