import { cutText } from '@outbound/node-service/text/cut-text';
import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import type { TimelineEntry, TimelineType } from '../../../store/contacts/timeline-store.ts';

const types = ['note', 'message', 'reply', 'enrollment', 'event'] as const satisfies readonly TimelineType[];
const excerptMax = 300;

export const TimelineEntryView = Named(
  'TimelineEntry',
  Type.Object({
    type: OneOf(types, { description: 'Type of the record.' }),
    id: Type.String({ description: 'ID of that record.' }),
    at: Timestamp('Time of the event.'),
    contactId: Nullable(Type.String({ description: 'The contact.' })),
    campaignId: Nullable(Type.String({ description: 'Campaign that it belongs to.' })),
    title: Type.String({
      description: 'Event, such as "enrolled", "message sent", "reply: interested", or "enrollment replied".',
    }),
    text: Nullable(Type.String({ description: 'Beginning of the note, subject of the message, or changed fields.' })),
  }),
);

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? cutText(value, excerptMax) : null;
}

interface EventData {
  fields?: string[];
  change?: string;
  source?: string;
  mergedId?: string;
}

/** Short description of a change: its fields, the record's source, or the merged record. */
function changedBy({ fields, change, source, mergedId }: EventData = {}): string | null {
  return (
    fields?.filter((name) => name !== 'sources').join(', ') ??
    change ??
    source ??
    (mergedId === undefined ? null : `merged with ${mergedId}`)
  );
}

const reported: Record<TimelineType, (record: Record<string, unknown>) => { title: string; text: string | null }> = {
  note: (note) => ({ title: 'note', text: text(note.text) }),
  message: (message) => ({ title: `message ${message.state}`, text: text(message.subject) }),
  reply: (reply) => ({ title: `reply: ${reply.class}`, text: text(reply.subject) }),
  enrollment: (enrollment) => ({ title: `enrollment ${enrollment.state}`, text: text(enrollment.endReason) }),
  event: (event) => ({ title: String(event.type), text: text(changedBy(event.data as EventData | undefined)) }),
};

export function toTimelineEntryView({ type, id, at, title, record }: TimelineEntry): Static<typeof TimelineEntryView> {
  return {
    type,
    id,
    at: at.toISOString(),
    contactId: text(record.contactId),
    campaignId: text(record.campaignId),
    ...reported[type](record),
    ...(title && { title }),
  };
}
