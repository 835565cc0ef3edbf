import type { ReplyClass } from '../../../domain/replies/reply-classes.ts';
import { sumSpentByDay } from '../../../store/credits/spending-store.ts';
import { countRepliesByDayAndClass } from '../../../store/replies/reply-classes-store.ts';

/** Meanings of replies, in as few groups as a chart can show. */
const partOf: Record<ReplyClass, 'interested' | 'open' | 'no' | 'automatic'> = {
  interested: 'interested',
  meeting_request: 'interested',
  question: 'open',
  referral: 'open',
  not_now: 'open',
  unclassified: 'open',
  not_interested: 'no',
  wrong_person: 'no',
  left_company: 'no',
  unsubscribe: 'no',
  complaint: 'no',
  out_of_office: 'automatic',
  auto_reply: 'automatic',
  bounce: 'automatic',
};

export interface DailyFigures {
  day: string;
  interested: number;
  open: number;
  no: number;
  automatic: number;
  credits: number;
}

/** Replies by meaning, and credits spent, for each of these days. */
export async function dailyFigures(
  workspaceId: string,
  days: readonly string[],
  timeZone: string,
): Promise<DailyFigures[]> {
  const none = { interested: 0, open: 0, no: 0, automatic: 0, credits: 0 };
  const figures = new Map(days.map((day) => [day, { day, ...none }]));
  const since = new Date(`${days[0]}T00:00:00Z`);
  // A day can start up to 14 hours before the same day in UTC.
  since.setUTCHours(since.getUTCHours() - 14);
  const [replies, spent] = await Promise.all([
    countRepliesByDayAndClass(workspaceId, since, timeZone),
    sumSpentByDay(workspaceId, since, timeZone),
  ]);
  for (const { day, class: name, count } of replies) {
    const of = figures.get(day);
    if (of) of[partOf[name]] += count;
  }
  for (const { day, credits } of spent) {
    const of = figures.get(day);
    if (of) of.credits += credits;
  }
  return [...figures.values()];
}
