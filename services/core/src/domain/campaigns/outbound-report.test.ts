import { expect, test } from 'vitest';
import { countsByDay, dayStarts, type ReportRow, tally, totalsOf } from './outbound-report.ts';

test.each([
  ['UTC', ['2026-03-28T00:00:00Z', '2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z']],
  ['Europe/Berlin', ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z']],
  ['Pacific/Kiritimati', ['2026-03-27T10:00:00Z', '2026-03-28T10:00:00Z', '2026-03-29T10:00:00Z']],
  ['Etc/GMT+12', ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', '2026-03-30T12:00:00Z']],
  ['Asia/Kolkata', ['2026-03-27T18:30:00Z', '2026-03-28T18:30:00Z', '2026-03-29T18:30:00Z']],
])('finds the start and end of days in %s, including clock changes', (timeZone, expected) => {
  const starts = dayStarts('2026-03-28', '2026-03-29', timeZone);
  expect(starts.map((start) => start.toISOString().replace('.000', ''))).toEqual(expected);
});

function row(changes: Partial<ReportRow>): ReportRow {
  return {
    metric: 'sent',
    dayIndex: 0,
    campaignId: null,
    mailboxId: null,
    count: 1,
    ...changes,
  };
}

test('sums rows and skips those without a campaign', () => {
  const rows = [
    row({ campaignId: 'a', count: 2 }),
    row({ campaignId: 'a', metric: 'replied' }),
    row({ metric: 'sourced' }),
  ];
  expect(totalsOf(rows)).toMatchObject({ sent: 2, replied: 1, sourced: 1, bounced: 0 });
  expect([...tally(rows, ({ campaignId }) => campaignId)]).toMatchObject([['a', { sent: 2, replied: 1, sourced: 0 }]]);
});

test('includes days without activity', () => {
  const days = countsByDay([row({ dayIndex: 1, count: 3 })], ['2026-03-28', '2026-03-29']);
  expect(days).toMatchObject([
    { day: '2026-03-28', sent: 0 },
    { day: '2026-03-29', sent: 3 },
  ]);
});
