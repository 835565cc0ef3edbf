import { expect, test } from 'vitest';
import { defaultDailyLimits, reasonForPerson, unlimited } from './daily-limits.ts';

const nothing = { credits: 0, recipients: 0 };

test('needs no approval for a plan that reaches no one and spends nothing', () => {
  expect(reasonForPerson(nothing, { credits: 25, recipients: 9 }, defaultDailyLimits)).toBeNull();
});

test('by default, needs approval for any recipient and for more than 25 credits a day', () => {
  expect(reasonForPerson({ credits: 0, recipients: 1 }, nothing, defaultDailyLimits)).toBe(
    'It writes to 1 person; without approval this connection may do none of that.',
  );
  expect(reasonForPerson({ credits: 25, recipients: 0 }, nothing, defaultDailyLimits)).toBeNull();
  expect(reasonForPerson({ credits: 10, recipients: 0 }, { credits: 16, recipients: 0 }, defaultDailyLimits)).toBe(
    'It spends 10 credits; without approval this connection may go to 25 credits a day, of which 16 are used today.',
  );
});

test('a limit covers exactly its number', () => {
  const limits = { credits: null, recipients: 10 };
  expect(reasonForPerson({ credits: 1_000, recipients: 4 }, { credits: 0, recipients: 6 }, limits)).toBeNull();
  expect(reasonForPerson({ credits: 0, recipients: 5 }, { credits: 0, recipients: 6 }, limits)).toContain('10 people');
  expect(reasonForPerson({ credits: 9_999, recipients: 9_999 }, nothing, unlimited)).toBeNull();
});
