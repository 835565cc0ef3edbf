import { domainOf } from '../../domain/contacts/email-address.ts';
import { readAuthentication } from '../../domain/mailboxes/authentication/authentication-results.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { updateMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { cancelMessagesFor, type MessageRecord, transitionMessage } from '../../store/messages/message-store.ts';
import { findLastSentTo, findMessagesByHeader } from '../../store/messages/message-thread-store.ts';
import { findRepliesFrom, updateReply } from '../../store/replies/reply-store.ts';
import type { InboundMail } from '../../transport/received/read-mail.ts';
import { endEnrollment } from '../campaigns/enrollment-effects.ts';
import { confirmSent } from './confirm-sent.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { byThread } from './match-mail.ts';

export type OwnMailOutcome = { kind: 'own' | 'ignored'; messageId?: string };

/**
 * Receives a copy of a mail sent from one of our mailboxes. For our own message, it proves that it was sent. Otherwise
 * a person wrote it in their mail program: the conversation is theirs from then on, and the sequence ends.
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
  const messages = await messagesTakenOver(workspaceId, mail);
  const [first] = messages;
  if (first === undefined) return { kind: 'ignored' };
  await inTransaction(async () => {
    for (const message of messages) await handOver(message, deps.now());
  });
  return { kind: 'own', messageId: first.id };
}

const recipientsMax = 20;

/** Our last messages to the people whom a person now emails manually, individually or in the thread. */
async function messagesTakenOver(workspaceId: string, mail: InboundMail): Promise<MessageRecord[]> {
  const messages = new Map<string, MessageRecord>();
  const add = (message: MessageRecord | null) => message && messages.set(message.enrollmentId ?? message.id, message);
  const recipients = mail.to.slice(0, recipientsMax);
  for (const address of recipients) add(await findLastSentTo(workspaceId, address));
  // A conversation that was only forwarded to colleagues continues.
  const own = domainOf(mail.from.address);
  const isWithinHouse = recipients.length > 0 && recipients.every((address) => domainOf(address) === own);
  if (!isWithinHouse) add(await byThread(workspaceId, mail));
  return [...messages.values()];
}

/**
 * Stores the authentication results of a test mail that arrived back at its mailbox, as seen by that mailbox's server.
 */
async function noteAuthentication(message: MessageRecord, mail: InboundMail, { now }: InboundDeps): Promise<void> {
  const { workspaceId, mailboxId, to } = message;
  if (mailboxId === null) return;
  const found = readAuthentication(mail.authentication, domainOf(to));
  await updateMailbox(workspaceId, mailboxId, { authentication: { ...found, receivedAt: now() } }, now());
}

async function confirmCopy(message: MessageRecord, deps: InboundDeps): Promise<OwnMailOutcome> {
  const isNews = await inTransaction(() => confirmSent(message, 'sent_copy', deps.now()));
  return { kind: isNews ? 'own' : 'ignored', messageId: message.id };
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
