import { dayStarts } from '../../../domain/campaigns/outbound-report.ts';
import type { ReplyClass } from '../../../domain/replies/reply-classes.ts';
import { sumSpentByDay } from '../../../store/credits/spending-store.ts';
import { readReportDays } from './report-days.ts';

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

/** Replies by meaning, and credits spent, for each of these successive days in the workspace's time zone. */
export async function dailyFigures(
  workspaceId: string,
  days: readonly string[],
  timeZone: string,
  now: Date,
): Promise<DailyFigures[]> {
  const none = { interested: 0, open: 0, no: 0, automatic: 0, credits: 0 };
  const starts = dayStarts(days[0]!, days.at(-1)!, timeZone);
  const { classes } = await readReportDays({ workspaceId, timeZone, starts }, now);
  const figures = days.map((day, index) => {
    const figure = { day, ...none };
    for (const [name, count] of Object.entries(classes[index] ?? {})) figure[partOf[name as ReplyClass]] += count;
    return figure;
  });
  for (const { day, credits } of await sumSpentByDay(workspaceId, starts[0]!, timeZone)) {
    const of = figures.find((figure) => figure.day === day);
    if (of) of.credits += credits;
  }
  return figures;
}
