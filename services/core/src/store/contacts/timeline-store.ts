import mongoose from 'mongoose';
import type { PagePosition, PageRequest, PageResult } from '../../domain/values/paging.ts';

export type TimelineType = 'note' | 'message' | 'reply' | 'enrollment' | 'event';

/** Kind of timeline entry: its source records, and the field with the time of the event. */
interface Moment {
  type: TimelineType;
  model: string;
  at: string;
  where?: Record<string, unknown>;
  /** Title of the event, if the record's current state does not show it. */
  title?: string;
}

/** Ordered by cause and effect, which breaks ties within the same millisecond. */
const moments: Moment[] = [
  // Skips the event about a new note, since the note has its own entry.
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
  /** Index of its kind in the order above. */
  rank: number;
  title?: string;
  record: Record<string, unknown>;
}

/** Selects the records of a subject: by contacts, and by the subject of events. */
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

/** A record can appear in a timeline twice, as sent and as bounced. The rank tells the two apart. */
function positionOf({ at, rank, id }: TimelineEntry): PagePosition {
  return { value: at, id: `${rank} ${id}` };
}

/** Filter for the records of one kind after the position. */
function behind({ at }: Moment, rank: number, { value, id: rankAndId }: PagePosition) {
  const [lastRank, lastId] = rankAndId.split(' ');
  const sameTime = rank < Number(lastRank) ? [{ [at]: value }] : [];
  const sameMoment = rank === Number(lastRank) ? [{ [at]: value, _id: { $lt: lastId } }] : [];
  return { $or: [{ [at]: { $lt: value } }, ...sameTime, ...sameMoment] };
}

/** One page of the timeline, newest first, merged from the newest records of each kind. */
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
