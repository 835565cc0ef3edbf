import { type Static, Type } from 'typebox';
import type { TimelineEntry, TimelineType } from '../../../store/crm/timeline-store.ts';
import { Nullable, OneOf, Timestamp } from '../../schema.ts';

const types = ['note', 'message', 'reply', 'enrollment', 'event'] as const satisfies readonly TimelineType[];
const excerptMax = 300;

export const TimelineEntryView = Type.Object({
  type: OneOf(types, { description: 'What kind of record it is.' }),
  id: Type.String({ description: 'Id of that record.' }),
  at: Timestamp('When it happened.'),
  contactId: Nullable(Type.String({ description: 'The contact it is about.' })),
  campaignId: Nullable(Type.String({ description: 'The campaign it belongs to.' })),
  title: Type.String({ description: 'What it is, e.g. the state of a message or the class of a reply.' }),
  text: Nullable(
    Type.String({ description: 'Beginning of the note, the subject of the message, or the fields that changed.' }),
  ),
});

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, excerptMax) : null;

interface EventData {
  fields?: string[];
  change?: string;
  source?: string;
  mergedId?: string;
}

/** What an event says of the change, in short: the fields, where the record came from, what was merged into it. */
const changedBy = ({ fields, change, source, mergedId }: EventData = {}): string | null =>
  fields?.join(', ') ?? change ?? source ?? (mergedId === undefined ? null : `merged with ${mergedId}`);

const told: Record<TimelineType, (record: Record<string, unknown>) => { title: string; text: string | null }> = {
  note: (note) => ({ title: 'note', text: text(note.text) }),
  message: (message) => ({ title: `message ${message.state}`, text: text(message.subject) }),
  reply: (reply) => ({ title: `reply: ${reply.class}`, text: text(reply.subject) }),
  enrollment: (enrollment) => ({ title: `enrollment ${enrollment.state}`, text: text(enrollment.endReason) }),
  event: (event) => ({ title: String(event.type), text: text(changedBy(event.data as EventData | undefined)) }),
};

export const toTimelineEntryView = ({
  type,
  id,
  createdAt,
  record,
}: TimelineEntry): Static<typeof TimelineEntryView> => ({
  type,
  id,
  at: createdAt.toISOString(),
  contactId: text(record.contactId),
  campaignId: text(record.campaignId),
  ...told[type](record),
});
