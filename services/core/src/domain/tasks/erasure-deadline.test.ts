import { expect, test } from 'vitest';
import { erasureDeadline } from './erasure-deadline.ts';

test.each([
  ['2027-03-15T10:00:00Z', '2027-04-15T10:00:00.000Z'],
  ['2027-01-31T10:00:00Z', '2027-02-28T10:00:00.000Z'],
  ['2028-01-30T10:00:00Z', '2028-02-29T10:00:00.000Z'],
  ['2026-12-31T23:59:00Z', '2027-01-31T23:59:00.000Z'],
])('a request received at %s is due at %s', (receivedAt, dueAt) => {
  expect(erasureDeadline(new Date(receivedAt)).toISOString()).toBe(dueAt);
});
