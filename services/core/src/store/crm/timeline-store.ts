import mongoose from 'mongoose';
import type { PageRequest, PageResult } from '../../domain/paging.ts';

/** What the timelines are put together from, each with an index that begins with workspace and subject. */
const sources = {
  note: 'Note',
  message: 'Message',
  reply: 'Reply',
  enrollment: 'Enrollment',
  event: 'Event',
} as const;

export type TimelineType = keyof typeof sources;

export interface TimelineEntry {
  type: TimelineType;
  id: string;
  createdAt: Date;
  record: Record<string, unknown>;
}

/** Which records belong to the subject: by contacts, and by the subject of events. */
export interface TimelineSubject {
  contactIds: string[];
  subjectId: string;
}

interface Doc extends Record<string, unknown> {
  _id: string;
  createdAt: Date;
}

const isLater = (left: TimelineEntry, right: TimelineEntry): number =>
  right.createdAt.getTime() - left.createdAt.getTime() || (left.id < right.id ? 1 : -1);

/** One page of what happened, newest first: the newest of each source, merged. */
export const findTimeline = async (
  workspaceId: string,
  { contactIds, subjectId }: TimelineSubject,
  { limit, after }: PageRequest,
): Promise<PageResult<TimelineEntry>> => {
  const before = after
    ? { $or: [{ createdAt: { $lt: after.value } }, { createdAt: after.value, _id: { $lt: after.id } }] }
    : {};
  const entries: TimelineEntry[] = [];
  for (const [type, name] of Object.entries(sources) as [TimelineType, string][]) {
    const whose = type === 'event' ? { subjectId } : { contactId: { $in: contactIds } };
    const found = await mongoose
      .model(name)
      .find({ workspaceId, ...whose, ...before })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean<Doc[]>();
    entries.push(...found.map((record) => ({ type, id: record._id, createdAt: record.createdAt, record })));
  }
  const items = entries.sort(isLater).slice(0, limit);
  const last = items.at(-1);
  const next = entries.length > limit && last ? { value: last.createdAt, id: last.id } : null;
  return { items, next };
};
