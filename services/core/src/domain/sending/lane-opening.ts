import type { WaitReason } from './reasons.ts';
import { localDay, nextInWindow, type SendWindow, startOfNextDay } from './send-window.ts';

/** True if the day (YYYY-MM-DD) is a public holiday in the country (ISO 3166). */
export type HolidayCalendar = (country: string, day: string) => boolean;

export interface Opening {
  at: Date;
  reason: Extract<WaitReason, 'outside_window' | 'holiday'>;
}

const holidaysInRowMax = 30;
const alternationsMax = 20;

/** A campaign's hours for recipients in one zone and country. Null: no campaign hours apply. */
interface LaneHours {
  window: SendWindow;
  timeZone: string;
  country: string | null;
}

/** First time from `after` on when both campaign and mailbox send. Null: none in the next weeks. */
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
 * Next time when messages to recipients in one zone and country can be sent. Returns `after` if that is now, or null if
 * the window never opens.
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

/** Delay in milliseconds up to which a turn counts as on time. */
const latenessMs = 30_000;

/** Planned time of a turn, unless it is much later, so that small delays do not add up. */
export function plannedStart(now: Date, turnAt: Date): Date {
  return turnAt <= now && now.getTime() - turnAt.getTime() < latenessMs ? turnAt : now;
}

/** Same as `nextOpening` for a turn planned at `after`, whose message leaves within the window even if the turn is late. */
export function nextStart(hours: LaneHours, after: Date, isHoliday: HolidayCalendar): Opening | null {
  const opening = nextOpening(hours, after, isHoliday);
  if (opening === null || opening.at > after) return opening;
  const end = new Date(after.getTime() + latenessMs);
  const atEnd = nextOpening(hours, end, isHoliday);
  return atEnd === null || atEnd.at > end ? atEnd : opening;
}
