import { type AnyEvent, type EventData, type EventType, eventTypes } from '../../domain/events/event-payloads.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { boolean, date, object, optional, string, stringOf } from '../documents/paths.ts';

const keptSeconds = 35 * 24 * 60 * 60;

export { type EventType, eventTypes };

type EventDoc = DocOf<typeof EventModel>;

export type OutboundEvent = RecordOf<EventDoc>;

export const EventModel = defineModel(
  'Event',
  'events',
  stored({
    workspaceId: string,
    type: stringOf<EventType>(),
    subjectId: string,
    data: object<Record<string, unknown>>(),
    createdAt: date,
    /** Set until the webhook deliveries are queued: the outbox flag. */
    isPending: optional(boolean),
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, type: 1, _id: 1 })
    .index({ workspaceId: 1, subjectId: 1, _id: 1 })
    .index({ createdAt: 1, _id: 1 }, { partialFilterExpression: { isPending: true } })
    // The journal polls every second, regardless of the event volume.
    .index({ type: 1, _id: 1 }, { partialFilterExpression: { type: 'contact.erased' } })
    .index({ type: 1, _id: 1, subjectId: 1 }, { partialFilterExpression: { type: 'message.sent' } })
    .index({ type: 1, _id: 1, workspaceId: 1 }, { partialFilterExpression: { type: 'message.unconfirmed' } })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

/** Writes an event to the outbox. Call inside the transaction of the change. */
export async function addEvent<T extends EventType>(
  workspaceId: string,
  type: T,
  subjectId: string,
  data: EventData<T>,
  now: Date,
): Promise<void> {
  await addEvents(workspaceId, [{ type, subjectId, data } as AnyEvent], now);
}

export type NewEvent = AnyEvent;

/** Adds many events in order. */
export async function addEvents(workspaceId: string, events: NewEvent[], now: Date): Promise<void> {
  const documents = events.map((event) => ({
    ...event,
    _id: newId('evt'),
    workspaceId,
    createdAt: now,
    isPending: true,
  }));
  await insertDocuments(EventModel, documents);
}

/** Oldest events whose deliveries are not queued yet, over all workspaces. For the worker. */
export async function findPendingEvents(limit: number): Promise<OutboundEvent[]> {
  const found = await EventModel.find({ isPending: true })
    .sort({ createdAt: 1, _id: 1 })
    .limit(limit)
    .lean<EventDoc[]>();
  return found.map(toRecord);
}

export async function markEventsQueued(events: Pick<OutboundEvent, 'id' | 'workspaceId'>[]): Promise<void> {
  const workspaceIds = [...new Set(events.map(({ workspaceId }) => workspaceId))];
  const queued = { workspaceId: { $in: workspaceIds }, _id: { $in: events.map(({ id }) => id) } };
  await EventModel.updateMany(queued, { $unset: { isPending: '' } });
}

export async function findEvent(workspaceId: string, eventId: string): Promise<OutboundEvent | null> {
  const found = await EventModel.findOne({ workspaceId, _id: eventId }).lean<EventDoc>();
  return found && toRecord(found);
}

export interface EventFilter {
  type?: EventType;
  subjectId?: string;
  afterEventId?: string;
}

export function listEvents(
  workspaceId: string,
  { type, subjectId, afterEventId }: EventFilter,
  page: PageRequest,
): Promise<PageResult<OutboundEvent>> {
  const where = {
    workspaceId,
    ...(type && { type }),
    ...(subjectId && { subjectId }),
    ...(afterEventId && { _id: { $gt: afterEventId } }),
  };
  return findPage(EventModel, where, page);
}

export async function removeEventsAbout(workspaceId: string, subjectId: string): Promise<void> {
  await EventModel.deleteMany({ workspaceId, subjectId });
}

/** Removes events about suppression entries, since they name the address. */
export async function removeSuppressionEvents(workspaceId: string, value: string): Promise<void> {
  const type = { $in: ['suppression.added', 'suppression.removed'] as EventType[] };
  await EventModel.deleteMany({ workspaceId, type, 'data.value': value });
}
