import { expect, test } from 'vitest';
import { nextOpeningOfBoth } from './lane-opening.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
function hours(from: string, to: string) {
  return { window: { days: weekdays, from, to, timeZone: 'UTC' }, timeZone: 'UTC' };
}
function noHoliday(): boolean {
  return false;
}
/** A Monday. */
const evening = new Date('2030-01-07T20:00:00Z');

test('opens when both campaign and mailbox are open', () => {
  const lane = { ...hours('09:00', '17:00'), country: null };
  expect(nextOpeningOfBoth(lane, hours('13:00', '20:00'), evening, noHoliday)).toEqual(
    new Date('2030-01-08T13:00:00Z'),
  );
  expect(nextOpeningOfBoth(lane, null, evening, noHoliday)).toEqual(new Date('2030-01-08T09:00:00Z'));
  expect(nextOpeningOfBoth(null, hours('13:00', '20:00'), evening, noHoliday)).toEqual(
    new Date('2030-01-08T13:00:00Z'),
  );
  expect(nextOpeningOfBoth(null, null, evening, noHoliday)).toEqual(evening);
});

test('stays closed on a recipient’s holiday, even if the mailbox sends', () => {
  const lane = { ...hours('09:00', '17:00'), country: 'DE' };
  const isHoliday = (_country: string, day: string) => day === '2030-01-08';
  expect(nextOpeningOfBoth(lane, hours('13:00', '20:00'), evening, isHoliday)).toEqual(
    new Date('2030-01-09T13:00:00Z'),
  );
});

test('never opens if their hours do not overlap', () => {
  const lane = { ...hours('09:00', '12:00'), country: null };
  expect(nextOpeningOfBoth(lane, hours('13:00', '20:00'), evening, noHoliday)).toBeNull();
});
