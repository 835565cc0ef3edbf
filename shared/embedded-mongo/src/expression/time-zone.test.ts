import { expect, test } from 'vitest';
import { compileExpression } from './compile.ts';
import { newScope } from './scope.ts';

const dates = ['2026-01-15T23:30:00.000Z', '2026-07-15T23:30:00.000Z', '1995-12-31T12:00:00.000Z'].map(
  (text) => new Date(text),
);
/** Further zone names that Intl does not list, in all existing forms. */
const furtherZones = [
  'UTC',
  'GMT',
  'Etc/UTC',
  'Zulu',
  'CET',
  'EST5EDT',
  'Etc/GMT+5',
  'Japan',
  'NZ-CHAT',
  'US/East-Indiana',
];
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), ...furtherZones])];

test('computes days and hours in the time zone, whatever its name', () => {
  const evaluate = compileExpression({
    $dateToString: { date: '$date', format: '%Y-%m-%d %H:%M', timezone: '$zone' },
  });
  for (const timeZone of zones) {
    const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const got = dates.map((date) => evaluate(newScope({ date, zone: timeZone }, new Map())));
    expect([timeZone, ...got]).toEqual([timeZone, ...dates.map((date) => format.format(date))]);
  }
});

test('rejects an unknown time zone', () => {
  const evaluate = compileExpression({ $year: { date: '$date', timezone: '$zone' } });
  for (const zone of ['Mars/Olympus', 'nowhere'])
    expect(() => evaluate(newScope({ date: dates[0]!, zone }, new Map()))).toThrow('$year');
});
