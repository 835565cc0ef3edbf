import type { SkipReason, WaitReason } from '../../../domain/sending/reasons.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import type { MessageDifference } from '../../approvals/manifest/compare-message.ts';
import type { QueuedText } from '../../campaigns/render-queued.ts';

/** Text of a message as it would be sent, and its thread, if another mailbox takes over. */
export type Filled = QueuedText & Partial<Pick<MessageRecord, 'messageIdHeader' | 'inReplyTo' | 'references'>>;

/** Decision for a due message. */
export type SendVerdict =
  | { kind: 'send'; message: MessageRecord; contact: ContactRecord | null }
  | { kind: 'wait'; message: MessageRecord; reason: WaitReason; until: Date }
  | { kind: 'skip'; message: MessageRecord; reason: SkipReason }
  /** The condition of its step is false. The sequence continues with the next step. */
  | { kind: 'leave_out'; message: MessageRecord }
  | { kind: 'needs_approval'; message: MessageRecord }
  /** The recipient is in a different time zone or country than the lane. */
  | { kind: 'leave_lane'; message: MessageRecord }
  /** The steps have changed since the message was queued. */
  | { kind: 'resequence'; message: MessageRecord }
  /** A person must decide. */
  | {
      kind: 'hold';
      message: MessageRecord;
      reason: 'approval_outdated';
      /** The text as it would be sent now. */
      filled: Partial<Filled>;
      differences: MessageDifference[];
    }
  | { kind: 'hold'; message: MessageRecord; reason: 'unresolved_placeholder'; error: string };
