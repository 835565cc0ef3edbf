import { cutText } from '@outbound/node-service/text/cut-text';
import { domainOf } from '../../domain/contacts/email-address.ts';
import type { DraftText } from '../../domain/messages/drafts/draft-text.ts';
import { findContactByEmail } from '../../store/contacts/contact-store.ts';
import { ensureDefaultMailbox } from '../../store/mailboxes/default-mailbox.ts';
import { findMailbox, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import { type NewMessage, newMessageIdHeader } from '../../store/messages/message-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';

const subjectLengthMax = 200;

export function replyDraftSubject({ subject }: ReplyRecord): string {
  return cutText(/^(re|aw|sv|antw):/i.test(subject) ? subject : `Re: ${subject}`, subjectLengthMax);
}

/** Mailbox of the thread. If it was deleted, the sandbox mailbox, created on first use. */
export async function ensureThreadMailbox({ workspaceId, mailboxId }: ReplyRecord, now: Date): Promise<MailboxRecord> {
  return (
    (mailboxId === null ? null : await findMailbox(workspaceId, mailboxId)) ?? ensureDefaultMailbox(workspaceId, now)
  );
}

/**
 * Address that the writer wants replies at (RFC 5322 section 3.6.2): Reply-To, if it is the contact's or at the
 * writer's own domain. Otherwise the writer's, because anyone can set any Reply-To.
 */
export async function answerAddress({ workspaceId, contactId, fromAddress, replyToAddress }: ReplyRecord) {
  if (replyToAddress === undefined) return fromAddress;
  if (domainOf(replyToAddress) === domainOf(fromAddress)) return replyToAddress;
  const contact = contactId === null ? null : await findContactByEmail(workspaceId, replyToAddress);
  return contact !== null && contact.id === contactId ? replyToAddress : fromAddress;
}

/**
 * A reply draft always goes to the writer, from the mailbox of the thread and in the thread. Callers cannot change
 * that.
 */
export async function toReplyDraft(reply: ReplyRecord, mailbox: MailboxRecord, text: DraftText): Promise<NewMessage> {
  return {
    kind: 'answer',
    state: 'awaiting_approval',
    to: await answerAddress(reply),
    ...text,
    replyId: reply.id,
    campaignId: reply.campaignId,
    contactId: reply.contactId,
    mailboxId: mailbox.id,
    messageIdHeader: newMessageIdHeader(domainOf(mailbox.address)),
    inReplyTo: reply.messageIdHeader,
    references: [...reply.references, reply.messageIdHeader],
  };
}
