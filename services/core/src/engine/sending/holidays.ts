import type DateHolidays from 'date-holidays';
import type { HolidayCalendar } from '../../domain/sending/lane-opening.ts';

// The library and its rules take half a second and some megabytes to load: only what sends to people abroad needs it.
let library: Promise<typeof DateHolidays> | undefined;
const calendars = new Map<string, DateHolidays>();
const daysOfYears = new Map<string, ReadonlySet<string>>();

/** Knows the public holidays of these countries (ISO 3166); those of countries without rules are working days. */
export async function holidayCalendar(countries: string[]): Promise<HolidayCalendar> {
  const unknown = new Set(countries.filter((country) => !calendars.has(country)));
  if (unknown.size > 0) {
    library ??= import('date-holidays').then((module) => module.default);
    const Holidays = await library;
    for (const country of unknown) calendars.set(country, new Holidays(country, { types: ['public'] }));
  }
  return isHoliday;
}

function isHoliday(country: string, day: string): boolean {
  const year = day.slice(0, 4);
  const key = `${country} ${year}`;
  const days = daysOfYears.get(key) ?? daysOff(country, Number(year));
  daysOfYears.set(key, days);
  return days.has(day);
}

const dayMs = 24 * 60 * 60_000;

/** Days off in a year, also those of a holiday that began in the year before. */
function daysOff(country: string, year: number): ReadonlySet<string> {
  const calendar = calendars.get(country);
  const found = [year - 1, year].flatMap((each) => calendar?.getHolidays(each) ?? []);
  return new Set(found.flatMap((holiday) => daysCovered(holiday)));
}

/**
 * The days of which a holiday covers more than half: feasts last several days and begin at sunset, and some countries
 * close for an afternoon.
 */
export function daysCovered({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  const offsetMs = offsetOf(date);
  const [from, to] = [start.getTime() + offsetMs, end.getTime() + offsetMs];
  const days: string[] = [];
  for (let day = Math.floor(from / dayMs) * dayMs; day < to; day += dayMs) {
    const covered = Math.min(to, day + dayMs) - Math.max(from, day);
    if (covered > dayMs / 2) days.push(new Date(day).toISOString().slice(0, 10));
  }
  return days;
}

/** Offset from UTC that a date of the library ends with where its zone has one: "2027-05-16 00:00:00 +0300". */
function offsetOf(date: string): number {
  const [, sign, hours = '0', minutes = '0'] = / ([+-])(\d{2}):?(\d{2})$/.exec(date) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
