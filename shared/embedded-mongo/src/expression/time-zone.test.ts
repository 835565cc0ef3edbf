import { expect, test } from 'vitest';
import { compileExpression } from './compile.ts';
import { newScope } from './scope.ts';

const dates = ['2026-01-15T23:30:00.000Z', '2026-07-15T23:30:00.000Z', '1995-12-31T12:00:00.000Z'].map(
  (text) => new Date(text),
);
/** Beside those that Intl lists: other names of zones, of all the forms that there are. */
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

test('days and hours are those of the zone, whatever its name', () => {
  const evaluate = compileExpression({
    $dateToString: { date: '$date', format: '%Y-%m-%d %H:%M', timezone: '$zone' },
  });
  for (const timeZone of zones) {
    const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const got = dates.map((date) => evaluate(newScope({ date, zone: timeZone }, new Map())));
    expect([timeZone, ...got]).toEqual([timeZone, ...dates.map((date) => format.format(date))]);
  }
});

test('what is no zone is refused', () => {
  const evaluate = compileExpression({ $year: { date: '$date', timezone: '$zone' } });
  for (const zone of ['Mars/Olympus', 'nowhere'])
    expect(() => evaluate(newScope({ date: dates[0]!, zone }, new Map()))).toThrow('$year');
});
