import { zoneSeparator } from '../contacts/places/time-zone-country.ts';

/** Sending window: these days, from `from` until just before `to` (HH:MM), in a fixed zone or the recipient's. */
export interface SendWindow {
  days: string[];
  from: string;
  to: string;
  /** "recipient" or an IANA name. */
  timeZone: string;
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** True if the sending hours start before they end. */
export function opensBeforeItCloses({ from, to }: { from: string; to: string }): boolean {
  return to === '00:00' || from < to;
}

const dayMinutes = 24 * 60;
const searchedDaysMax = 15;

interface LocalTime {
  year: number;
  month: number;
  day: number;
  minutes: number;
  weekday: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    weekday: 'short',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

export function isTimeZone(timeZone: string): boolean {
  try {
    formatterFor(timeZone);
    return true;
  } catch {
    return false;
  }
}

const knownTimesMax = 2_000;
const knownTimes = new Map<string, LocalTime>();

/** Cached by minute, because a planner asks for the same minute and zone repeatedly. */
function localTime(at: Date, zones: string): LocalTime {
  const timeZone = zonesOf(zones)[0]!;
  const key = `${Math.floor(at.getTime() / 60_000)} ${timeZone}`;
  const known = knownTimes.get(key);
  if (known) return known;
  if (knownTimes.size >= knownTimesMax) knownTimes.clear();
  const local = readLocalTime(at, timeZone);
  knownTimes.set(key, local);
  return local;
}

function readLocalTime(at: Date, timeZone: string): LocalTime {
  const part: Record<string, string> = {};
  for (const { type, value } of formatterFor(timeZone).formatToParts(at)) part[type] = value;
  return {
    year: Number(part.year),
    month: Number(part.month),
    day: Number(part.day),
    minutes: Number(part.hour) * 60 + Number(part.minute),
    weekday: part.weekday!.slice(0, 3).toLowerCase(),
  };
}

/** Calendar day (YYYY-MM-DD) of a time in a zone. Daily caps count by it. */
export function localDay(at: Date, timeZone: string): string {
  const { year, month, day } = localTime(at, timeZone);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Hour of the day, 0 to 23, of a time in a zone. */
export function localHour(at: Date, timeZone: string): number {
  return Math.floor(localTime(at, timeZone).minutes / 60);
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Zone that applies to the window for this recipient. */
export function zoneOf(window: SendWindow, recipientTimeZone: string | null, fallback: string): string {
  const wanted = window.timeZone === 'recipient' ? recipientTimeZone : window.timeZone;
  return wanted && zonesOf(wanted).every(isTimeZone) ? wanted : fallback;
}

/** A recipient whose country alone is known is in one of several zones. */
function zonesOf(timeZone: string): string[] {
  return timeZone.split(zoneSeparator);
}

export function isInWindow(window: SendWindow, at: Date, timeZone: string): boolean {
  return zonesOf(timeZone).every((zone) => isInWindowOf(window, at, zone));
}

function isInWindowOf(window: SendWindow, at: Date, timeZone: string): boolean {
  const local = localTime(at, timeZone);
  const to = minutesOf(window.to) || dayMinutes;
  return window.days.includes(local.weekday) && local.minutes >= minutesOf(window.from) && local.minutes < to;
}

/** Milliseconds until the window closes. 0 while it is closed. */
export function windowLeftMs(window: SendWindow, at: Date, timeZone: string): number {
  if (!isInWindow(window, at, timeZone)) return 0;
  const latest = Math.max(...zonesOf(timeZone).map((zone) => localTime(at, zone).minutes));
  return ((minutesOf(window.to) || dayMinutes) - latest) * 60_000;
}

/**
 * Converts a local time on a day to a moment. Corrects the offset twice, because it may differ between the guess and
 * the result around a clock change. A time skipped by a clock change moves by the length of the gap (RFC 5545 section
 * 3.3.5).
 */
function momentOf(local: LocalTime, minutes: number, timeZone: string): Date {
  const wanted = Date.UTC(local.year, local.month - 1, local.day, 0, minutes);
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) {
    const seen = localTime(new Date(guess), timeZone);
    guess += wanted - Date.UTC(seen.year, seen.month - 1, seen.day, 0, seen.minutes);
  }
  return new Date(guess);
}

/** Maximum openings tried, zone after zone, to find a time at which all zones are open. */
const jointTriesMax = 60;

/**
 * Returns `after` if it is inside the window, otherwise the next opening, or null if the window never opens. All of
 * several zones must be open. If that never happens, the last one decides.
 */
export function nextInWindow(window: SendWindow, after: Date, timeZone: string): Date | null {
  const zones = zonesOf(timeZone);
  for (let tries = 0, at = after; zones.length > 1 && tries < jointTriesMax; tries += 1) {
    const openings = zones.map((zone) => nextInWindowOf(window, at, zone)?.getTime() ?? Number.NaN);
    const latest = Math.max(...openings);
    if (Number.isNaN(latest)) return null;
    if (openings.every((opening) => opening === latest)) return new Date(latest);
    at = new Date(latest);
  }
  return nextInWindowOf(window, after, zones.at(-1)!);
}

function nextInWindowOf(window: SendWindow, after: Date, timeZone: string): Date | null {
  if (isInWindowOf(window, after, timeZone)) return after;
  for (let ahead = 0; ahead < searchedDaysMax; ahead += 1) {
    const noon = localTime(after, timeZone);
    const shifted = new Date(Date.UTC(noon.year, noon.month - 1, noon.day + ahead, 12));
    const day: LocalTime = {
      year: shifted.getUTCFullYear(),
      month: shifted.getUTCMonth() + 1,
      day: shifted.getUTCDate(),
      minutes: 0,
      weekday: weekdays[(shifted.getUTCDay() + 6) % 7]!,
    };
    if (!window.days.includes(day.weekday)) continue;
    const opening = momentOf(day, minutesOf(window.from), timeZone);
    if (opening > after) return opening;
  }
  return null;
}

/** Moment of a time (HH:MM) on a calendar day (YYYY-MM-DD) in a zone. */
export function momentOn(day: string, clock: string, timeZone: string): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return momentOf({ year, month, day: date, minutes: 0, weekday: '' }, minutesOf(clock), timeZone);
}

/** Start of the next day in a zone, when the daily cap resets. */
export function startOfNextDay(at: Date, timeZone: string): Date {
  const local = localTime(at, timeZone);
  const shifted = new Date(Date.UTC(local.year, local.month - 1, local.day + 1));
  const next: LocalTime = {
    ...local,
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
  };
  return momentOf(next, 0, timeZone);
}
