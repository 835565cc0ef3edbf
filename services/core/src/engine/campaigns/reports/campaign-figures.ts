import { automaticClasses } from '../../../domain/campaigns/automatic-classes.ts';
import {
  interestedClasses,
  numbersBySteps,
  type SendNumbers,
  sumNumbers,
} from '../../../domain/campaigns/campaign-report.ts';
import type { EnrollmentState } from '../../../domain/campaigns/enrollment-state.ts';
import type { MessageState } from '../../../domain/messages/message-state.ts';
import { localDay } from '../../../domain/sending/send-window.ts';
import {
  countContacted,
  countInformed,
  countMessagesByStep,
  countPlannedByDay,
  countSentByDay,
  type PlannedDay,
  type ReplyCount,
  readReplies,
} from '../../../store/campaigns/campaign-report-store.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { countEnrollmentsByState } from '../../../store/campaigns/enrollment-store.ts';
import { findFigures, saveFigures, startFigures } from '../../../store/events/changes/figures-store.ts';
import { countMessagesByState } from '../../../store/messages/message-store.ts';
import { countTasksByStep } from '../../../store/tasks/task-counts.ts';
import { repliesByStep } from '../replan/keep-winners.ts';

type FunnelStage =
  | 'enrolled'
  | 'contacted'
  | 'replied'
  | 'interested'
  | 'meetings'
  | 'bounced'
  | 'unsubscribed'
  | 'informed'
  | 'completed';

/** All that a campaign's pages and report count, of records whose number grows with the campaign. */
export interface CampaignFigures {
  enrollments: Partial<Record<EnrollmentState, number>>;
  messageStates: Partial<Record<MessageState, number>>;
  planned: PlannedDay[];
  report: {
    funnel: Record<FunnelStage, number>;
    messages: SendNumbers;
    replyClasses: Record<string, number>;
    steps: ReturnType<typeof numbersBySteps>;
    /** In the time zone of the workspace. */
    days: { day: string; sent: number; replied: number }[];
  };
}

/**
 * Figures of these campaigns, in the same order. They are counted only if a record has changed since the last count.
 * Only a record that moves to another campaign counts at the former one until the change feed has it.
 */
export async function readCampaignFigures(
  campaigns: readonly CampaignRecord[],
  timeZone: string,
): Promise<CampaignFigures[]> {
  const workspaceId = campaigns[0]?.workspaceId;
  if (workspaceId === undefined) return [];
  const keys = campaigns.map(({ id, version }) => ({ campaignId: id, source: `${version} ${timeZone}` }));
  const found = await findFigures<CampaignFigures>(workspaceId, keys);
  const read: CampaignFigures[] = [];
  for (const campaign of campaigns) {
    const { figures, countedFrom } = found.get(campaign.id)!;
    read.push(figures ?? (await countAndKeep(campaign, timeZone, countedFrom)));
  }
  return read;
}

export async function readFigures(campaign: CampaignRecord, timeZone: string): Promise<CampaignFigures> {
  const [figures] = await readCampaignFigures([campaign], timeZone);
  return figures!;
}

/** A report must not fail because the store accepts no writes, such as with a full disk. */
async function countAndKeep(campaign: CampaignRecord, timeZone: string, countedFrom: string): Promise<CampaignFigures> {
  const { workspaceId, id } = campaign;
  const countedAt = new Date();
  const isStarted = await startFigures(workspaceId, id).then(
    () => true,
    () => false,
  );
  const figures = await countFigures(campaign, timeZone);
  if (isStarted) await saveFigures(workspaceId, id, { countedFrom, countedAt, figures }).catch(() => {});
  return figures;
}

/** Counts the records themselves. */
export async function countFigures(campaign: CampaignRecord, timeZone: string): Promise<CampaignFigures> {
  const { workspaceId, id } = campaign;
  const enrollments = await countEnrollmentsByState(workspaceId, id);
  const messages = await countMessagesByStep(workspaceId, id);
  const replies = await readReplies(workspaceId, id);
  const byStep = await repliesByStep(workspaceId, replies);
  const real = replies.filter(({ class: name }) => !automaticClasses.includes(name));
  const peopleOf = (classes: readonly string[]) =>
    new Set(real.filter(({ class: name }) => classes.includes(name)).map(({ contactId }) => contactId)).size;
  return {
    enrollments,
    messageStates: await countMessagesByState(workspaceId, id),
    planned: await countPlannedByDay(workspaceId, id, timeZone),
    report: {
      funnel: {
        enrolled: Object.values(enrollments).reduce((sum, number) => sum + number, 0),
        contacted: await countContacted(workspaceId, id),
        replied: new Set(real.map(({ contactId }) => contactId)).size,
        interested: peopleOf(interestedClasses),
        meetings: peopleOf(['meeting_request']),
        bounced: enrollments.bounced ?? 0,
        unsubscribed: enrollments.unsubscribed ?? 0,
        informed: await countInformed(workspaceId, id),
        completed: enrollments.completed ?? 0,
      },
      messages: sumNumbers(messages, byStep),
      replyClasses: countBy(replies.map(({ class: name }) => name)),
      steps: numbersBySteps(campaign.steps, messages, byStep, await countTasksByStep(workspaceId, id)),
      days: await daysOf(campaign, real, timeZone),
    },
  };
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

async function daysOf({ workspaceId, id }: CampaignRecord, replies: ReplyCount[], timeZone: string) {
  const sent = await countSentByDay(workspaceId, id, timeZone);
  const replied = countBy(firstTimes(replies).map((at) => localDay(at, timeZone)));
  const days = [...new Set([...sent.map(({ day }) => day), ...Object.keys(replied)])].sort();
  const sentOn = new Map(sent.map(({ day, count: number }) => [day, number]));
  return days.map((day) => ({ day, sent: sentOn.get(day) ?? 0, replied: replied[day] ?? 0 }));
}

/** First reply of each person. The days of these add up to the number of people who replied. */
function firstTimes(replies: readonly ReplyCount[]): Date[] {
  const firsts = new Map<string | null, Date>();
  for (const { contactId, receivedAt } of replies) {
    const first = firsts.get(contactId);
    if (first === undefined || receivedAt < first) firsts.set(contactId, receivedAt);
  }
  return [...firsts.values()];
}
