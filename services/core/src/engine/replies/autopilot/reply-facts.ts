import type { ReplyFacts } from '../../../domain/replies/autopilot/decide-reply-draft.ts';
import { looksLikeNo } from '../../../domain/replies/looks-like-no.ts';
import { findOpenEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { findContact } from '../../../store/contacts/contact-store.ts';
import { findMessage, type MessageRecord } from '../../../store/messages/message-store.ts';
import { findMessagesTo } from '../../../store/replies/autopilot/autopilot-message-store.ts';
import { findRepliesFrom, type ReplyRecord } from '../../../store/replies/reply-store.ts';
import { isSuppressed } from '../../../store/suppressions/suppression-store.ts';

const underWay: readonly MessageRecord['state'][] = ['approved', 'scheduled', 'sending', 'unconfirmed'];

/** Facts that decide whether a reply can be responded to now. `own` is the draft itself, if it exists. */
export async function replyFacts(reply: ReplyRecord, own: MessageRecord | null): Promise<ReplyFacts> {
  const { workspaceId, fromAddress, contactId, receivedAt } = reply;
  const [contact, original, replies, messages, suppressed] = await Promise.all([
    contactId === null ? null : findContact(workspaceId, contactId),
    reply.messageId === null ? null : findMessage(workspaceId, reply.messageId),
    findRepliesFrom(workspaceId, fromAddress, contactId),
    findMessagesTo(workspaceId, fromAddress),
    isSuppressed(workspaceId, fromAddress),
  ]);
  const open = contactId === null ? [] : await findOpenEnrollments(workspaceId, { contactId }, 1);
  const others = messages.filter(({ id }) => id !== own?.id);
  const isLater = ({ sentAt, state, replyId }: MessageRecord) =>
    (sentAt !== null && sentAt > receivedAt) || underWay.includes(state) || (replyId === reply.id && isKept(state));
  return {
    reply: {
      class: reply.class,
      confidence: reply.confidence,
      wish: reply.wish ?? 'none',
      state: reply.state,
      receivedAt,
      isFromContact: contact !== null && contact.email === fromAddress,
    },
    looksLikeNo: replies.some((one) =>
      looksLikeNo({ subject: one.subject, text: one.bodyText, original: original?.bodyText }),
    ),
    hasNewerReply: replies.some(({ id }) => id > reply.id),
    hasLaterMessage: others.some(isLater),
    isSequenceOpen: open.length > 0,
    draftsBefore: others.filter(({ autopilotAt, sentAt }) => autopilotAt !== undefined && sentAt !== null).length,
    isSuppressed: suppressed || contact?.doNotContact === true || contact?.stage === 'do_not_contact',
  };
}

/** True if someone is already writing a draft. */
function isKept(state: MessageRecord['state']): boolean {
  return state === 'draft' || state === 'awaiting_approval';
}
