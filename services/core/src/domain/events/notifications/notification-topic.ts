import { type ReplyClass, stopping } from '../../replies/reply-classes.ts';
import type { EventType } from '../event-payloads.ts';
import type { NotificationKind } from './notification-wishes.ts';

export interface NotificationTopic {
  kind: NotificationKind;
  /** Record that the notification is about, or its kind if only the count matters. */
  topic: string;
}

interface EventFacts {
  type: EventType;
  subjectId: string;
  data: Record<string, unknown>;
}

/** Notification for an event. Null if the event triggers none. */
export function topicOf({ type, subjectId, data }: EventFacts): NotificationTopic | null {
  switch (type) {
    case 'approval.requested':
    case 'message.awaiting_approval':
      return { kind: 'approvals', topic: 'approvals' };
    case 'reply.received':
      return { kind: 'replies', topic: stopping.includes(data.class as ReplyClass) ? subjectId : 'replies' };
    case 'credits.low':
    case 'credits.exhausted':
      return { kind: 'credits', topic: 'credits' };
    case 'campaign.paused':
      return data.pauseReason === 'user' ? null : { kind: 'trouble', topic: subjectId };
    case 'mailbox.failing':
    case 'webhook.paused':
      return { kind: 'trouble', topic: subjectId };
    case 'job.finished':
      return { kind: 'jobs', topic: subjectId };
    default:
      return null;
  }
}
