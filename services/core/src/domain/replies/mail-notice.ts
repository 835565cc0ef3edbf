import type { ReplyClass } from './reply-classes.ts';

/**
 * Machine-readable part that a person's mail program writes: a read receipt (RFC 8098), or the answer to an invitation
 * (RFC 5546).
 */
export type MailNotice = 'receipt' | 'accepted' | 'countered' | 'declined';

export const noticeClasses: Readonly<Record<MailNotice, ReplyClass>> = {
  receipt: 'auto_reply',
  accepted: 'meeting_request',
  countered: 'meeting_request',
  declined: 'not_interested',
};
