import { expect, test } from 'vitest';
import { allowanceOn } from './warm-up.ts';

const ramp = { startPerDay: 10, increasePerDay: 5, startedOn: '2026-11-20' };
const mailbox = { dailyCap: 50, ramp };

function sentOn(counts: Record<string, number>) {
  return (day: string) => counts[day] ?? 0;
}

test('a mailbox without a ramp can send its daily cap', () => {
  expect(allowanceOn({ dailyCap: 50, ramp: null }, '2026-11-20', sentOn({}))).toBe(50);
});

test('a new mailbox starts low and grows with the number of messages actually sent', () => {
  expect(allowanceOn(mailbox, '2026-11-20', sentOn({}))).toBe(10);
  expect(allowanceOn(mailbox, '2026-11-25', sentOn({}))).toBe(10);
  expect(allowanceOn(mailbox, '2026-11-25', sentOn({ '2026-11-24': 20 }))).toBe(25);
  expect(allowanceOn(mailbox, '2026-11-25', sentOn({ '2026-11-23': 48, '2026-11-24': 3 }))).toBe(50);
});

test('ignores messages sent before the ramp or long ago', () => {
  expect(allowanceOn(mailbox, '2026-11-21', sentOn({ '2026-11-19': 200 }))).toBe(10);
  expect(allowanceOn(mailbox, '2026-12-20', sentOn({ '2026-11-25': 40 }))).toBe(10);
});
