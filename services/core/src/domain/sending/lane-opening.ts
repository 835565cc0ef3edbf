import { localDay, nextInWindow, type SendWindow, startOfNextDay } from './send-window.ts';

/** Whether this day (YYYY-MM-DD) is a public holiday in the country (ISO 3166). */
export type HolidayCalendar = (country: string, day: string) => boolean;

export interface Opening {
  at: Date;
  reason: 'outside_window' | 'holiday';
}

const holidaysInRowMax = 30;
const alternationsMax = 20;

/** A campaign's hours for recipients of one zone and country; null: no hours of a campaign. */
interface LaneHours {
  window: SendWindow;
  timeZone: string;
  country: string | null;
}

/** The first moment from `after` on at which campaign and mailbox both send; null: none in the next weeks. */
export function nextOpeningOfBoth(
  lane: LaneHours | null,
  mailbox: { window: SendWindow; timeZone: string } | null,
  after: Date,
  isHoliday: HolidayCalendar,
): Date | null {
  let at = after;
  for (let tries = 0; tries < alternationsMax; tries += 1) {
    const ofLane = lane === null ? at : (nextOpening(lane, at, isHoliday)?.at ?? null);
    if (ofLane === null) return null;
    const ofBoth = mailbox === null ? ofLane : nextInWindow(mailbox.window, ofLane, mailbox.timeZone);
    if (ofBoth === null || ofBoth.getTime() === ofLane.getTime()) return ofBoth;
    at = ofBoth;
  }
  return null;
}

/**
 * When messages to recipients of one zone and country may go out next: `after` itself when that is now; null when the
 * window never opens.
 */
export function nextOpening(
  { window, timeZone, country }: LaneHours,
  after: Date,
  isHoliday: HolidayCalendar,
): Opening | null {
  let reason: Opening['reason'] = 'outside_window';
  let from = after;
  for (let tries = 0; tries < holidaysInRowMax; tries += 1) {
    const at = nextInWindow(window, from, timeZone);
    if (at === null) return null;
    if (country === null || !isHoliday(country, localDay(at, timeZone))) return { at, reason };
    if (tries === 0 && at.getTime() === after.getTime()) reason = 'holiday';
    from = startOfNextDay(at, timeZone);
  }
  return null;
}
