import { localTime, momentOf } from '../forms/local-time.ts';

const dayMs = 86_400_000;
const laterMs = 3 * 3_600_000;
const monday = 1;

/** Times to choose from when a reply is snoozed, in the time zone of the workspace. */
export function snoozeTimes(now: Date, timeZone: string): { key: string; text: string; until: string }[] {
  const morning = (days: number) => momentOf(`${dayAfter(now, days, timeZone)}T09:00:00`, timeZone);
  const weekday = new Date(`${dayAfter(now, 0, timeZone)}T00:00:00Z`).getUTCDay();
  return [
    { key: '1', text: 'Later today', until: new Date(now.getTime() + laterMs).toISOString() },
    { key: '2', text: 'Tomorrow 9 AM', until: morning(1) },
    { key: '3', text: 'Monday 9 AM', until: morning((monday - weekday + 7) % 7 || 7) },
    { key: '4', text: 'In a month', until: morning(30) },
  ];
}

function dayAfter(now: Date, days: number, timeZone: string): string {
  return localTime(new Date(now.getTime() + days * dayMs).toISOString(), timeZone).slice(0, 10);
}
