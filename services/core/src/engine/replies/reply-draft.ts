import { domainOf } from '../../domain/contacts/email-address.ts';
import type { DraftText } from '../../domain/messages/drafts/draft-text.ts';
import { ensureDefaultMailbox } from '../../store/mailboxes/default-mailbox.ts';
import { findMailbox, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import { type NewMessage, newMessageIdHeader } from '../../store/messages/message-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';

const subjectLengthMax = 200;

export function replyDraftSubject({ subject }: ReplyRecord): string {
  return (/^(re|aw|sv|antw):/i.test(subject) ? subject : `Re: ${subject}`).slice(0, subjectLengthMax);
}

/** The mailbox of the thread; the sandbox's, made when it is needed, where that is gone. */
export async function ensureThreadMailbox({ workspaceId, mailboxId }: ReplyRecord, now: Date): Promise<MailboxRecord> {
  return (
    (mailboxId === null ? null : await findMailbox(workspaceId, mailboxId)) ?? ensureDefaultMailbox(workspaceId, now)
  );
}

/** A reply draft goes to the one who wrote, from the mailbox of the thread, in the thread: nothing else can be asked for. */
export function toReplyDraft(reply: ReplyRecord, mailbox: MailboxRecord, text: DraftText): NewMessage {
  return {
    kind: 'answer',
    state: 'awaiting_approval',
    to: reply.fromAddress,
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
