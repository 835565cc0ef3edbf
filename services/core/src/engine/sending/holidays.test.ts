import { expect, test } from 'vitest';
import { daysCovered, holidayCalendar } from './holidays.ts';

test('includes every day of a multi-day holiday, but not its eve', async () => {
  const isHoliday = await holidayCalendar(['TR', 'SA']);
  const days = ['2027-05-15', '2027-05-16', '2027-05-17', '2027-05-18', '2027-05-19', '2027-05-20'];
  expect(days.map((day) => isHoliday('TR', day))).toEqual([false, true, true, true, true, false]);
  expect(isHoliday('SA', '2027-03-11')).toBe(true);
});

test('treats a half-day holiday as a working day', async () => {
  const isHoliday = await holidayCalendar(['CN', 'DE']);
  expect(isHoliday('CN', '2027-03-08')).toBe(false);
  expect(isHoliday('CN', '2027-10-01')).toBe(true);
  expect(isHoliday('DE', '2026-12-25')).toBe(true);
});

test('counts a day in the time zone of the holiday', () => {
  const start = new Date('2027-05-15T15:00:00Z');
  const end = new Date('2027-05-17T15:00:00Z');
  expect(daysCovered({ start, end }, 'Europe/Istanbul')).toEqual(['2027-05-16', '2027-05-17']);
  expect(daysCovered({ start, end }, 'Asia/Tokyo')).toEqual(['2027-05-16', '2027-05-17']);
  expect(daysCovered({ start, end }, 'America/Los_Angeles')).toEqual(['2027-05-15', '2027-05-16']);
});
