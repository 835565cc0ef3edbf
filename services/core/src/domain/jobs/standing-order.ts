import { localDay, momentOn, weekdays } from '../sending/send-window.ts';

export const orderPeriods = ['hour', 'day', 'week', 'month'] as const;
export type OrderPeriod = (typeof orderPeriods)[number];

export const orderDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** One action that the order carries out, with its input. */
export interface OrderStep {
  action: string;
  input: Record<string, unknown>;
}

export interface OrderSchedule {
  every: OrderPeriod;
  /** A weekday for `week`, a day of the month for `month`. Null otherwise. */
  on: string | null;
  /** HH:MM. For `hour`, only the minutes count. */
  at: string;
  timeZone: string;
}

export const ordersMax = 50;
export const orderStepsMax = 10;
/** Consecutive failed runs, after which the order pauses. */
export const orderFailuresMax = 3;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Two months, so that each day of the month occurs. */
const searchedDaysMax = 62;

/** Problem of `on` for the period. Undefined if it fits. */
export function problemOfDay(every: OrderPeriod, on: string | null): string | undefined {
  if (every === 'week')
    return on !== null && isWeekday(on) ? undefined : `on must be a weekday for every week: ${orderDays.join(', ')}.`;
  if (every === 'month')
    return on !== null && /^([1-9]|[12]\d|3[01])$/.test(on)
      ? undefined
      : 'on must be a day of the month for every month: 1 to 31.';
  return on === null ? undefined : `on is not used for every ${every}: omit it.`;
}

function isWeekday(on: string): boolean {
  return (orderDays as readonly string[]).includes(on);
}

/** First time after `after` at which the order is due. A day that a month does not have is its last day. */
export function nextRun(schedule: OrderSchedule, after: Date): Date {
  const { every, at, timeZone } = schedule;
  if (every === 'hour') return nextHour(at, after);
  for (let ahead = 0; ahead <= searchedDaysMax; ahead += 1) {
    const day = localDay(new Date(after.getTime() + ahead * dayMs), timeZone);
    const moment = momentOn(day, at, timeZone);
    if (moment > after && isOn(schedule, day)) return moment;
  }
  throw new Error(`no day fits ${JSON.stringify(schedule)}`);
}

function nextHour(at: string, after: Date): Date {
  const minutes = Number(at.split(':')[1]);
  const thisHour = Math.floor(after.getTime() / hourMs) * hourMs + minutes * 60_000;
  return new Date(thisHour > after.getTime() ? thisHour : thisHour + hourMs);
}

function isOn({ every, on }: OrderSchedule, day: string): boolean {
  if (every === 'day' || on === null) return true;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (every === 'week') return weekdays[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] === on.slice(0, 3);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return date === Math.min(Number(on), last);
}

/** The schedule in words, such as "every week on Monday at 08:00 (Europe/Berlin)". */
export function scheduleInWords({ every, on, at, timeZone }: OrderSchedule): string {
  if (every === 'hour') return `every hour at minute ${at.split(':')[1]}`;
  const day = on === null ? '' : every === 'week' ? ` on ${on[0]!.toUpperCase()}${on.slice(1)}` : ` on day ${on}`;
  return `every ${every}${day} at ${at} (${timeZone})`;
}
