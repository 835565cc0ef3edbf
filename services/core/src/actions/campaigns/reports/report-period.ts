import { isTimeZone, localDay } from '../../../domain/sending/send-window.ts';
import { AppError } from '../../../errors/errors.ts';

export const reportDaysMax = 366;
const defaultDays = 30;
const dayMs = 86_400_000;
/** Beyond these days, time zone rules and the text order of dates are unreliable. */
const dayMin = '1970-01-01';
const dayMax = '2999-12-31';

export interface ReportPeriod {
  from: string;
  to: string;
  timeZone: string;
}

function refused(field: string, message: string) {
  return new AppError('validation_failed', message, { field });
}

/** The day so many days later, or earlier. */
export function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Requested days in the requested time zone. Defaults to the last 30 days in the workspace's time zone. */
export function periodOf(
  input: { from?: string; to?: string; timeZone?: string },
  fallbackZone: string,
  now: Date,
): ReportPeriod {
  const timeZone = input.timeZone ?? fallbackZone;
  if (!isTimeZone(timeZone)) throw refused('timeZone', `${timeZone} is not an IANA time zone.`);
  const to = input.to ?? localDay(now, timeZone);
  if (to < dayMin || to > dayMax) throw refused('to', `to (${to}) must be between ${dayMin} and ${dayMax}.`);
  const from = input.from ?? shifted(to, 1 - defaultDays);
  if (from < dayMin) throw refused('from', `from (${from}) must not be before ${dayMin}.`);
  if (from > to) throw refused('from', `from (${from}) is after to (${to}).`);
  if (shifted(from, reportDaysMax) <= to) throw refused('from', `A report covers at most ${reportDaysMax} days.`);
  return { from, to, timeZone };
}
