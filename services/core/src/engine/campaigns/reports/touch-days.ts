import { timeOfId } from '../../../domain/values/ids.ts';
import { touchReportDays } from '../../../store/campaigns/report-day-store.ts';
import { timesOfRecords } from '../../../store/campaigns/report-store.ts';
import type { EventType, OutboundEvent } from '../../../store/events/event-store.ts';

type Subject = 'message' | 'reply' | 'created' | 'now';

/** The day that an event changes: that of its record, or today. */
const subjects: Partial<Record<EventType, Subject>> = {
  'contact.created': 'now',
  'contact.deleted': 'created',
  'contact.restored': 'created',
  'contact.merged': 'created',
  'contact.erased': 'created',
  'enrollment.changed': 'now',
  'message.sent': 'message',
  'message.bounced': 'message',
  'reply.received': 'reply',
  'reply.classified': 'reply',
  'reply.updated': 'reply',
  'suppression.added': 'now',
  'suppression.removed': 'created',
};

const minuteMs = 60_000;

/** Has the counters of the days that these events change counted again. */
export async function touchDays(events: readonly OutboundEvent[]): Promise<void> {
  const counting = events.filter(({ type }) => type in subjects);
  const moments = new Map<string, { workspaceId: string; at: Date }>();
  for (const [workspaceId, own] of Map.groupBy(counting, (event) => event.workspaceId)) {
    const idsOf = (subject: Subject) =>
      own
        .filter(({ type }) => subjects[type] === subject)
        .flatMap(({ subjectId, data: { mergedId } }) => [
          subjectId,
          ...(typeof mergedId === 'string' ? [mergedId] : []),
        ]);
    const times = [
      ...own.map(({ createdAt }) => createdAt),
      ...idsOf('created')
        .flatMap((id) => timeOfId(id) ?? [])
        .map((ms) => new Date(ms)),
      ...(await timesOfRecords(workspaceId, { messageIds: idsOf('message'), replyIds: idsOf('reply') })),
    ];
    // Days begin with a minute, and thousands of events of an import are a few minutes.
    for (const at of times) moments.set(`${workspaceId} ${Math.floor(at.getTime() / minuteMs)}`, { workspaceId, at });
  }
  await touchReportDays([...moments.values()]);
}
