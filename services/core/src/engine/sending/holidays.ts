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

function daysOff(country: string, year: number): ReadonlySet<string> {
  const found = calendars.get(country)?.getHolidays(year) ?? [];
  return new Set(found.map(({ date }) => date.slice(0, 10)));
}
