import type { SkipReason, WaitReason } from '../../../domain/sending/reasons.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';

/** Fields of a message that are made of its step, its recipient, and its sender. */
export type Filled = Pick<
  MessageRecord,
  'to' | 'variantId' | 'subject' | 'bodyText' | 'bodyFormat' | 'hasNotice' | 'attachments'
> &
  Partial<Pick<MessageRecord, 'messageIdHeader' | 'inReplyTo' | 'references' | 'approvedTexts'>>;

/** What is to be done with a due message. */
export type SendVerdict =
  | { kind: 'send'; message: MessageRecord; contact: ContactRecord | null }
  | { kind: 'wait'; message: MessageRecord; reason: WaitReason; until: Date }
  | { kind: 'skip'; message: MessageRecord; reason: SkipReason }
  /** The condition of its step does not hold: the sequence goes on with the next one. */
  | { kind: 'leave_out'; message: MessageRecord }
  | { kind: 'needs_approval'; message: MessageRecord }
  /** The recipient is in another time zone or country than the lane. */
  | { kind: 'leave_lane'; message: MessageRecord }
  /** The steps have changed since it was queued. */
  | { kind: 'resequence'; message: MessageRecord }
  /** A person must decide about it. */
  | { kind: 'hold'; message: MessageRecord; reason: 'approval_outdated'; filled: Filled }
  | { kind: 'hold'; message: MessageRecord; reason: 'unresolved_placeholder'; error: string };
