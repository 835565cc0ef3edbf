import type DateHolidays from 'date-holidays';
import type { HolidayCalendar } from '../../domain/sending/lane-opening.ts';
import { localDay, startOfNextDay } from '../../domain/sending/send-window.ts';

// The library and its rules take half a second and some megabytes to load, and are only needed for recipients abroad.
let library: Promise<typeof DateHolidays> | undefined;
const calendars = new Map<string, DateHolidays>();
const daysOfYears = new Map<string, ReadonlySet<string>>();

/** Public holidays of these countries (ISO 3166). Countries without rules have only working days. */
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

const halfDayMs = 12 * 60 * 60_000;

/** Days off in a year, including those of a holiday that started in the previous year. */
function daysOff(country: string, year: number): ReadonlySet<string> {
  const calendar = calendars.get(country);
  const timeZone = calendar?.getTimezones()[0] ?? 'UTC';
  const found = [year - 1, year].flatMap((each) => calendar?.getHolidays(each) ?? []);
  return new Set(found.flatMap((holiday) => daysCovered(holiday, timeZone)));
}

/**
 * Days that a holiday covers by more than half, because some holidays last several days and start at sunset, and some
 * countries close for an afternoon.
 */
export function daysCovered({ start, end }: { start: Date; end: Date }, timeZone: string): string[] {
  const days: string[] = [];
  for (let from = start; from < end; from = startOfNextDay(from, timeZone)) {
    const to = Math.min(end.getTime(), startOfNextDay(from, timeZone).getTime());
    if (to - from.getTime() > halfDayMs) days.push(localDay(from, timeZone));
  }
  return days;
}
