import mongoose from 'mongoose';
import type { PagePosition, PageRequest, PageResult } from '../../domain/values/paging.ts';

export type TimelineType = 'note' | 'message' | 'reply' | 'enrollment' | 'event';

/** One kind of thing that happens: the records that say it, and which of their times is when it happened. */
interface Moment {
  type: TimelineType;
  model: string;
  at: string;
  where?: Record<string, unknown>;
  /** What has happened, where the record's present state does not say it. */
  title?: string;
}

/** In the order of cause and effect, which decides between two of the same millisecond. */
const moments: Moment[] = [
  // A note is an entry of its own: the event that it was written is left out.
  { type: 'event', model: 'Event', at: 'createdAt', where: { 'data.fields': { $ne: ['notes'] } } },
  { type: 'note', model: 'Note', at: 'createdAt' },
  { type: 'enrollment', model: 'Enrollment', at: 'createdAt', title: 'enrolled' },
  {
    type: 'message',
    model: 'Message',
    at: 'createdAt',
    where: { state: { $in: ['draft', 'awaiting_approval', 'approved', 'scheduled', 'sending'] } },
  },
  {
    type: 'message',
    model: 'Message',
    at: 'sentAt',
    where: { sentAt: { $ne: null }, state: { $ne: 'unconfirmed' } },
    title: 'message sent',
  },
  { type: 'reply', model: 'Reply', at: 'receivedAt' },
  {
    type: 'message',
    model: 'Message',
    at: 'updatedAt',
    where: { state: { $in: ['bounced', 'failed', 'unconfirmed', 'cancelled', 'skipped'] } },
  },
  { type: 'enrollment', model: 'Enrollment', at: 'updatedAt', where: { state: 'paused' } },
  { type: 'enrollment', model: 'Enrollment', at: 'endedAt', where: { endedAt: { $ne: null } } },
];

export interface TimelineEntry {
  type: TimelineType;
  id: string;
  at: Date;
  /** The place of its moment in the order above. */
  rank: number;
  title?: string;
  record: Record<string, unknown>;
}

/** Which records belong to the subject: by contacts, and by the subject of events. */
export interface TimelineSubject {
  contactIds: string[];
  subjectId: string;
}

interface Doc extends Record<string, unknown> {
  _id: string;
}

function newestFirst(left: TimelineEntry, right: TimelineEntry): number {
  return right.at.getTime() - left.at.getTime() || right.rank - left.rank || (left.id < right.id ? 1 : -1);
}

/** A record may stand in a timeline twice, as what was sent and as what came back: its rank says which is meant. */
function positionOf({ at, rank, id }: TimelineEntry): PagePosition {
  return { value: at, id: `${rank} ${id}` };
}

/** What of a moment comes behind the position. */
function behind({ at }: Moment, rank: number, { value, id: rankAndId }: PagePosition) {
  const [lastRank, lastId] = rankAndId.split(' ');
  const sameTime = rank < Number(lastRank) ? [{ [at]: value }] : [];
  const sameMoment = rank === Number(lastRank) ? [{ [at]: value, _id: { $lt: lastId } }] : [];
  return { $or: [{ [at]: { $lt: value } }, ...sameTime, ...sameMoment] };
}

/** One page of what happened, newest first: the newest of each kind, merged. */
export async function findTimeline(
  workspaceId: string,
  { contactIds, subjectId }: TimelineSubject,
  { limit, after }: PageRequest,
): Promise<PageResult<TimelineEntry>> {
  const entries: TimelineEntry[] = [];
  for (const [rank, moment] of moments.entries()) {
    const { type, model, at, where = {}, title } = moment;
    const whose = type === 'event' ? { subjectId } : { contactId: { $in: contactIds } };
    const found = await mongoose
      .model(model)
      .find({ workspaceId, ...whose, ...where, ...(after && behind(moment, rank, after)) })
      .sort({ [at]: -1, _id: -1 })
      .limit(limit + 1)
      .lean<Doc[]>();
    entries.push(...found.map((record) => ({ type, id: record._id, at: record[at] as Date, rank, title, record })));
  }
  const items = entries.sort(newestFirst).slice(0, limit);
  const last = items.at(-1);
  return { items, next: entries.length > limit && last ? positionOf(last) : null };
}
