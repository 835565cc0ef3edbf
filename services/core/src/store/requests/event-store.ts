import { Schema } from 'mongoose';
import { newId } from '../../domain/ids.ts';
import type { PageRequest, PageResult } from '../../domain/paging.ts';
import { defineModel, toRecord } from '../define-model.ts';
import { findPage } from '../find-page.ts';
import { insertDocuments } from '../insert-documents.ts';

const keptSeconds = 35 * 24 * 60 * 60;

export const eventTypes = [
  'contact.created',
  'contact.updated',
  'contact.erased',
  'company.created',
  'list.changed',
  'search.revealed',
  'campaign.launched',
  'campaign.paused',
  'campaign.resumed',
  'campaign.completed',
  'campaign.cancelled',
  'enrollment.changed',
  'message.awaiting_approval',
  'message.sent',
  'message.bounced',
  'message.failed',
  'message.unconfirmed',
  'reply.received',
  'reply.classified',
  'reply.answered',
  'suppression.added',
  'credits.low',
  'credits.exhausted',
  'job.finished',
  'mailbox.failing',
  'webhook.paused',
] as const;

export type EventType = (typeof eventTypes)[number];

interface EventDoc {
  _id: string;
  workspaceId: string;
  type: EventType;
  subjectId: string;
  data: Record<string, unknown>;
  createdAt: Date;
  /** Until the deliveries to webhooks are queued: the outbox. */
  isPending?: boolean;
}

export type OutboundEvent = Omit<EventDoc, '_id'> & { id: string };

const EventModel = defineModel<EventDoc>(
  'Event',
  'events',
  new Schema({
    workspaceId: { type: String, required: true },
    type: { type: String, required: true },
    subjectId: { type: String, required: true },
    data: { type: Object, required: true },
    createdAt: { type: Date, required: true },
    isPending: Boolean,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, type: 1, _id: 1 })
    .index({ workspaceId: 1, subjectId: 1, _id: 1 })
    .index({ createdAt: 1, _id: 1 }, { partialFilterExpression: { isPending: true } })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

/** Writes an event to the outbox. Call inside the transaction of the change that it tells of. */
export const addEvent = async (
  workspaceId: string,
  type: EventType,
  subjectId: string,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> => {
  await addEvents(workspaceId, [{ type, subjectId, data }], now);
};

export type NewEvent = Pick<EventDoc, 'type' | 'subjectId' | 'data'>;

/** Many at once, in their order. */
export const addEvents = async (workspaceId: string, events: NewEvent[], now: Date): Promise<void> => {
  const documents = events.map((event) => ({
    ...event,
    _id: newId('evt'),
    workspaceId,
    createdAt: now,
    isPending: true,
  }));
  await insertDocuments(EventModel, documents);
};

/** The oldest events whose deliveries are not queued yet, over all workspaces. For the worker. */
export const findPendingEvents = async (limit: number): Promise<OutboundEvent[]> => {
  const found = await EventModel.find({ isPending: true })
    .sort({ createdAt: 1, _id: 1 })
    .limit(limit)
    .lean<EventDoc[]>();
  return found.map(toRecord);
};

export const markEventsQueued = async (eventIds: string[]): Promise<void> => {
  await EventModel.updateMany({ _id: { $in: eventIds } }, { $unset: { isPending: '' } });
};

export const findEvent = async (workspaceId: string, eventId: string): Promise<OutboundEvent | null> => {
  const found = await EventModel.findOne({ workspaceId, _id: eventId }).lean<EventDoc>();
  return found && toRecord(found);
};

export interface EventFilter {
  type?: EventType;
  subjectId?: string;
  afterEventId?: string;
}

export const listEvents = (
  workspaceId: string,
  { type, subjectId, afterEventId }: EventFilter,
  page: PageRequest,
): Promise<PageResult<OutboundEvent>> => {
  const where = {
    workspaceId,
    ...(type && { type }),
    ...(subjectId && { subjectId }),
    ...(afterEventId && { _id: { $gt: afterEventId } }),
  };
  return findPage(EventModel, where, page);
};

export const removeEventsAbout = async (workspaceId: string, subjectId: string): Promise<void> => {
  await EventModel.deleteMany({ workspaceId, subjectId });
};
