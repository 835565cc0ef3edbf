import type { Model } from 'mongoose';
import { automaticClasses } from '../../domain/campaigns/automatic-classes.ts';
import type { ReportMetric, ReportRow } from '../../domain/campaigns/outbound-report.ts';
import { internalKinds } from '../../domain/messages/message-state.ts';
import type { ReplyClass } from '../../domain/replies/reply-classes.ts';
import { ContactModel } from '../contacts/contact-store.ts';
import { MessageModel } from '../messages/message-model.ts';
import { ReplyModel } from '../replies/reply-store.ts';
import { SuppressionModel } from '../suppressions/suppression-store.ts';
import { EnrollmentModel } from './enrollment-model.ts';

const interestedClasses = ['interested', 'meeting_request'];
const rowsMax = 50_000;
const peoplePerQuery = 1_000;

interface Count {
  metric: ReportMetric;
  model: Pick<Model<unknown>, 'aggregate'>;
  /** Field with the relevant time, which must be within the period. */
  at: string;
  where: Record<string, unknown>;
  /** Counts each value of this field once per campaign and mailbox, at its first time ever. */
  oncePer?: 'fromAddress';
  hasCampaign?: boolean;
  hasMailbox?: boolean;
}

const both = { hasCampaign: true, hasMailbox: true };
const people = { model: ReplyModel, at: 'receivedAt', oncePer: 'fromAddress', ...both } as const;

const counts: Count[] = [
  { metric: 'sourced', model: ContactModel, at: 'createdAt', where: {} },
  { metric: 'enrolled', model: EnrollmentModel, at: 'createdAt', where: {}, hasCampaign: true },
  { metric: 'sent', model: MessageModel, at: 'sentAt', where: { kind: { $nin: internalKinds } }, ...both },
  // A bounced message no longer changes, so its last change is the bounce.
  {
    metric: 'bounced',
    model: MessageModel,
    at: 'updatedAt',
    where: { state: 'bounced', bounceType: { $ne: 'complaint' } },
    ...both,
  },
  { metric: 'replied', where: { class: { $nin: automaticClasses } }, ...people },
  { metric: 'interested', where: { class: { $in: interestedClasses } }, ...people },
  { metric: 'meetings', where: { class: 'meeting_request' }, ...people },
  {
    metric: 'unsubscribed',
    model: SuppressionModel,
    at: 'createdAt',
    where: { reason: { $in: ['unsubscribe', 'complaint'] } },
  },
];

/** Number of starts at or before the time, minus one: the index of its day. */
function dayIndexOf(field: string, starts: Date[]) {
  return {
    $subtract: [{ $size: { $filter: { input: starts, as: 'start', cond: { $lte: ['$$start', `$${field}`] } } } }, 1],
  };
}

interface Key {
  campaignId?: string | null;
  mailboxId?: string | null;
}

function keyOf({ hasCampaign, hasMailbox }: Count) {
  return { ...(hasCampaign && { campaignId: '$campaignId' }), ...(hasMailbox && { mailboxId: '$mailboxId' }) };
}

async function countRecords(workspaceId: string, count: Count, starts: Date[]): Promise<ReportRow[]> {
  const { metric, model, at, where } = count;
  const groups = await model.aggregate<{ _id: Key & { dayIndex: number }; count: number }>([
    { $match: { workspaceId, ...where, [at]: { $gte: starts[0]!, $lt: starts.at(-1)! } } },
    { $group: { _id: { ...keyOf(count), dayIndex: dayIndexOf(at, starts) }, count: { $sum: 1 } } },
    { $limit: rowsMax },
  ]);
  return groups.map(({ _id: { campaignId = null, mailboxId = null, dayIndex }, count: many }) => {
    return { metric, dayIndex, campaignId, mailboxId, count: many };
  });
}

type PersonKey = Required<Key> & { person: string };

function nameOf({ campaignId, mailboxId, person }: PersonKey): string {
  return `${campaignId} ${mailboxId} ${person}`;
}

/** Counts people on the day of their first reply of this kind to a campaign and mailbox. */
async function countPeople(workspaceId: string, count: Count, starts: Date[]): Promise<ReportRow[]> {
  const { metric, model, at, where, oncePer } = count;
  const firstTimes = (match: object) =>
    model.aggregate<{ _id: PersonKey; first: Date }>([
      { $match: { workspaceId, ...where, ...match } },
      { $group: { _id: { ...keyOf(count), person: `$${oncePer}` }, first: { $min: `$${at}` } } },
      { $limit: rowsMax },
    ]);
  const found = await firstTimes({ [at]: { $gte: starts[0]!, $lt: starts.at(-1)! } });
  const people = [...new Set(found.map(({ _id }) => _id.person))];
  const earlier = new Set<string>();
  for (let from = 0; from < people.length; from += peoplePerQuery) {
    const some = people.slice(from, from + peoplePerQuery);
    const before = await firstTimes({ [oncePer!]: { $in: some }, [at]: { $lt: starts[0]! } });
    for (const { _id } of before) earlier.add(nameOf(_id));
  }
  return found
    .filter(({ _id }) => !earlier.has(nameOf(_id)))
    .map(({ _id: { campaignId, mailboxId }, first }) => {
      const dayIndex = starts.findLastIndex((start) => start <= first);
      return { metric, dayIndex, campaignId, mailboxId, count: 1 };
    });
}

/** All counts of a period, defined by the starts of its days and the end of the last one, from the records themselves. */
export async function countOutbound(workspaceId: string, starts: Date[]): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const count of counts) {
    const countThem = count.oncePer === undefined ? countRecords : countPeople;
    rows.push(...(await countThem(workspaceId, count, starts)));
  }
  return rows;
}

/** Replies by day of the period and class, without unmatched ones. */
export async function countReplyClasses(
  workspaceId: string,
  starts: Date[],
): Promise<{ dayIndex: number; class: ReplyClass; count: number }[]> {
  const found = await ReplyModel.aggregate<{ _id: { dayIndex: number; class: ReplyClass }; count: number }>([
    { $match: { workspaceId, receivedAt: { $gte: starts[0]!, $lt: starts.at(-1)! }, state: { $ne: 'unmatched' } } },
    { $group: { _id: { dayIndex: dayIndexOf('receivedAt', starts), class: '$class' }, count: { $sum: 1 } } },
  ]);
  return found.map(({ _id, count }) => ({ ..._id, count }));
}

/** Times of the records that these events are about, which may be on other days than the events. */
export async function timesOfRecords(
  workspaceId: string,
  { messageIds, replyIds }: { messageIds: string[]; replyIds: string[] },
): Promise<Date[]> {
  const messages = await MessageModel.find({ workspaceId, _id: { $in: messageIds } }, { sentAt: 1, updatedAt: 1 }).lean<
    { sentAt: Date | null; updatedAt: Date }[]
  >();
  // Another class of one reply can make another reply of the same person their first one.
  const senders = await ReplyModel.distinct('fromAddress', { workspaceId, _id: { $in: replyIds } });
  const replies = await ReplyModel.find({ workspaceId, fromAddress: { $in: senders } }, { receivedAt: 1 })
    .limit(rowsMax)
    .lean<{ receivedAt: Date }[]>();
  return [
    ...messages.flatMap(({ sentAt, updatedAt }) => (sentAt === null ? [updatedAt] : [sentAt, updatedAt])),
    ...replies.map(({ receivedAt }) => receivedAt),
  ];
}
