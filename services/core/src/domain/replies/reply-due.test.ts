import { expect, test } from 'vitest';
import type { ReplyClass } from './reply-classes.ts';
import { dueAtOf } from './reply-due.ts';

const window = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00', timeZone: 'recipient' };
const hours = { window, timeZone: 'Europe/Berlin' };

// 2026-11-27 is a Friday. Berlin is one hour ahead of UTC.
test.each<[ReplyClass, string, string]>([
  ['question', '2026-11-27T09:00:00Z', '2026-11-27T13:00:00.000Z'],
  ['interested', '2026-11-27T14:00:00Z', '2026-11-30T10:00:00.000Z'],
  ['meeting_request', '2026-11-28T12:00:00Z', '2026-11-30T12:00:00.000Z'],
  ['not_now', '2026-11-27T14:00:00Z', '2026-11-29T14:00:00.000Z'],
])('%s received at %s is due at %s', (replyClass, receivedAt, dueAt) => {
  expect(dueAtOf({ class: replyClass, receivedAt: new Date(receivedAt) }, hours).toISOString()).toBe(dueAt);
});

test('without working hours, an urgent reply is due after two days', () => {
  const receivedAt = new Date('2026-11-27T09:00:00Z');
  const never = { ...hours, window: { ...window, days: [] } };
  expect(dueAtOf({ class: 'question', receivedAt }, never).toISOString()).toBe('2026-11-29T09:00:00.000Z');
});
