import { domainOf } from '../../domain/crm/email-address.ts';
import { readAuthentication } from '../../domain/mail/authentication/authentication-results.ts';
import type { InboundMail } from '../../mail/read-mail.ts';
import { cancelMessagesFor, type MessageRecord, transitionMessage } from '../../store/campaigns/message-store.ts';
import { updateMailbox } from '../../store/mail/mailbox-store.ts';
import { findRepliesFrom, updateReply } from '../../store/mail/reply-store.ts';
import { findLastSentTo, findMessagesByHeader } from '../../store/message-thread-store.ts';
import { addEvent } from '../../store/requests/event-store.ts';
import { inTransaction } from '../../store/transaction.ts';
import { endEnrollment } from '../campaigns/enrollment-effects.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { byThread } from './match-mail.ts';

export type OwnMailOutcome = { kind: 'own' | 'ignored'; messageId?: string };

/**
 * A copy of what left one of our mailboxes. Of a message of ours it shows that it was sent; anything else was written by
 * a person in their own mail program: from then on the conversation is theirs, and the sequence ends.
 */
export async function receiveOwnMail(
  workspaceId: string,
  mail: InboundMail,
  deps: InboundDeps,
): Promise<OwnMailOutcome> {
  const header = mail.messageIdHeader;
  const [copy] = header === null ? [] : await findMessagesByHeader(workspaceId, [header]);
  if (copy?.kind === 'test' && mail.hasTravelled) await noteAuthentication(copy, mail, deps);
  if (copy) return confirmCopy(copy, deps);
  const [to] = mail.to;
  const message = (await byThread(workspaceId, mail)) ?? (to ? await findLastSentTo(workspaceId, to) : null);
  if (message === null) return { kind: 'ignored' };
  await inTransaction(() => handOver(message, deps.now()));
  return { kind: 'own', messageId: message.id };
}

/** A test has arrived where it was sent from: how the mailbox's own server sees it. */
async function noteAuthentication(message: MessageRecord, mail: InboundMail, { now }: InboundDeps): Promise<void> {
  const { workspaceId, mailboxId, to } = message;
  if (mailboxId === null) return;
  const found = readAuthentication(mail.authentication, domainOf(to));
  await updateMailbox(workspaceId, mailboxId, { authentication: { ...found, receivedAt: now() } }, now());
}

async function confirmCopy(message: MessageRecord, deps: InboundDeps): Promise<OwnMailOutcome> {
  const { workspaceId, id, state, campaignId, enrollmentId, contactId, mailboxId, kind } = message;
  if (state !== 'unconfirmed') return { kind: 'ignored', messageId: id };
  const now = deps.now();
  await inTransaction(async () => {
    if ((await transitionMessage(workspaceId, id, 'confirm_sent', {}, now)) === null) return;
    const data = { campaignId, enrollmentId, contactId, mailboxId, kind, confirmedBy: 'sent_copy' };
    await addEvent(workspaceId, 'message.sent', id, data, now);
  });
  return { kind: 'own', messageId: id };
}

async function handOver({ workspaceId, enrollmentId, contactId, to }: MessageRecord, now: Date): Promise<void> {
  if (enrollmentId !== null) {
    await cancelMessagesFor(workspaceId, { enrollmentId }, now);
    await endEnrollment(workspaceId, enrollmentId, 'removed', now, 'answered_in_mail_program');
  }
  for (const reply of await findRepliesFrom(workspaceId, to, contactId)) {
    if (reply.state !== 'new') continue;
    if (reply.answerMessageId !== null) await transitionMessage(workspaceId, reply.answerMessageId, 'cancel', {}, now);
    await updateReply(workspaceId, reply.id, { state: 'answered', needsAction: false }, now);
    await addEvent(workspaceId, 'reply.answered', reply.id, { messageId: null }, now);
  }
}
