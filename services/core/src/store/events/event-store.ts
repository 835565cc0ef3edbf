import { type AnyEvent, type EventData, type EventType, eventTypes } from '../../domain/events/event-payloads.ts';
import { newId, timeOfId } from '../../domain/values/ids.ts';
import type { PagePosition, PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { firstIdAt } from '../documents/first-id.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { boolean, date, number, object, optional, string, stringOf } from '../documents/paths.ts';
import { inTransaction } from '../documents/transaction.ts';
import { takeNumbers } from './sequence-store.ts';

export const eventsKeptDays = 35;
const keptSeconds = eventsKeptDays * 24 * 60 * 60;
/** Longest time between the creation of an event and its number, in milliseconds. */
const openMsMax = 5 * 60_000;
const ofOutbox = { workspaceId: 1, createdAt: 1 } as const;

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
    /** Order by commit, assigned after it. Events that are numbered together are ordered by ID. */
    number: optional(number),
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, type: 1, _id: 1 })
    .index({ workspaceId: 1, subjectId: 1, _id: 1 })
    .index({ workspaceId: 1, number: 1, _id: 1 })
    .index({ workspaceId: 1, type: 1, number: 1, _id: 1 })
    .index({ createdAt: 1, _id: 1 }, { partialFilterExpression: { isPending: true } })
    .index(ofOutbox, { partialFilterExpression: { isPending: true } })
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

/** Numbers the events that lack a number, and takes all of them from the outbox. */
export function markEventsQueued(events: Pick<OutboundEvent, 'id' | 'workspaceId'>[]): Promise<void> {
  const byWorkspace = Map.groupBy(events, ({ workspaceId }) => workspaceId);
  return inTransaction(async () => {
    const numbers = await takeNumbers([...byWorkspace.keys()]);
    const operations = [...byWorkspace].flatMap(([workspaceId, own]) => {
      const filter = { workspaceId, _id: { $in: own.map(({ id }) => id) }, isPending: true };
      return [
        numbered(filter, numbers.get(workspaceId)!),
        { updateMany: { filter, update: { $unset: { isPending: '' } } } },
      ];
    });
    await EventModel.bulkWrite(operations as Parameters<typeof EventModel.bulkWrite>[0]);
  });
}

function numbered(filter: object, number: number, hint?: object) {
  return { updateMany: { filter: { ...filter, number: null }, update: { $set: { number } }, ...(hint && { hint }) } };
}

/** Numbers the committed events of a workspace that are still in the outbox, so that a reader need not wait for it. */
async function numberPending(workspaceId: string): Promise<void> {
  const pending = { workspaceId, isPending: true };
  // Events of earlier versions lack numbers, too, but are no longer in the outbox.
  const first = await EventModel.findOne({ ...pending, number: null })
    .hint(ofOutbox)
    .select({ _id: 1 })
    .lean();
  if (first === null) return;
  await inTransaction(async () => {
    const numbers = await takeNumbers([workspaceId]);
    await EventModel.bulkWrite([numbered(pending, numbers.get(workspaceId)!, ofOutbox)] as Parameters<
      typeof EventModel.bulkWrite
    >[0]);
  });
}

export async function findEvent(workspaceId: string, eventId: string): Promise<OutboundEvent | null> {
  const found = await EventModel.findOne({ workspaceId, _id: eventId }).lean<EventDoc>();
  return found && toRecord(found);
}

export async function findEvents(workspaceId: string, ids: readonly string[]): Promise<Map<string, OutboundEvent>> {
  const found = await EventModel.find({ workspaceId, _id: { $in: [...ids] } }).lean<EventDoc[]>();
  return new Map(found.map((event) => [event._id, toRecord(event)]));
}

export interface EventFilter {
  type?: EventType;
  subjectId?: string;
  afterEventId?: string;
}

/** Newest first by ID, otherwise by commit: a reader that continues after its last event misses none. */
export async function listEvents(
  workspaceId: string,
  { type, subjectId, afterEventId }: EventFilter,
  page: PageRequest,
): Promise<PageResult<OutboundEvent>> {
  const where = { workspaceId, ...(type && { type }), ...(subjectId && { subjectId }) };
  if (page.sort === '-id' && afterEventId === undefined) return findPage(EventModel, where, page);
  await numberPending(workspaceId);
  const from = afterEventId === undefined ? undefined : await placeOf(workspaceId, afterEventId);
  if (page.sort === '-id') {
    // Only what follows the event: the numbers after its own, and the rest of its own number.
    return findPage(EventModel, { ...where, ...(from && afterPlace(from)) }, page);
  }
  return findPage(EventModel, where, { ...page, sort: 'number', after: page.after ?? from });
}

function afterPlace({ value, id }: PagePosition): object {
  if (value === null) return { $or: [{ number: null, _id: { $gt: id } }, { number: { $ne: null } }] };
  return { $or: [{ number: value, _id: { $gt: id } }, { number: { $gt: value } }] };
}

/** Place of an event in the order by commit. Events of earlier versions have no number and come first. */
async function placeOf(workspaceId: string, eventId: string): Promise<PagePosition> {
  const event = await findEvent(workspaceId, eventId);
  if (event !== null) return { value: event.number ?? null, id: event.id };
  // An event that was erased: continue with the last number taken before it, which repeats some events and skips none.
  const before = new Date((timeOfId(eventId) ?? 0) - openMsMax);
  const [last] = await EventModel.find({ workspaceId, _id: { $lt: firstIdAt('evt', before) } })
    .sort({ _id: -1 })
    .limit(1)
    .lean<EventDoc[]>();
  return last === undefined ? { value: null, id: '' } : { value: last.number ?? null, id: last._id };
}

export async function removeEventsAbout(workspaceId: string, subjectId: string): Promise<void> {
  await EventModel.deleteMany({ workspaceId, subjectId });
}

/** Removes events about suppression entries, since they name the address. */
export async function removeSuppressionEvents(workspaceId: string, value: string): Promise<void> {
  const type = { $in: ['suppression.added', 'suppression.removed'] as EventType[] };
  await EventModel.deleteMany({ workspaceId, type, 'data.value': value });
}
