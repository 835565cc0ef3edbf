import { isComplaint, parseDeliveryStatus } from '../../domain/replies/delivery-status.ts';
import type { Fault } from '../../domain/sending/owner-of-fault.ts';
import { bounceTypeOf, reportedFault } from '../../domain/sending/reported-fault.ts';
import { noteNotInformed } from '../../store/contacts/contact-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { type MessageRecord, transitionMessage } from '../../store/messages/message-store.ts';
import type { InboundMail } from '../../transport/messages/read-mail.ts';
import { endEnrollment, holdSequence } from '../campaigns/enrollment-effects.ts';
import { noteReturned } from '../mailboxes/returned-messages.ts';
import { applyHardBounce, protectSenderAfter } from './apply-bounce.ts';
import { confirmSent } from './confirm-sent.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { matchReport } from './match-mail.ts';
import { suppressPerson } from './suppress-person.ts';

export type ReportOutcome = { kind: 'bounce' | 'complaint' | 'ignored'; messageId?: string };

/** Takes in a bounce (RFC 3464) or a complaint (RFC 5965). Only about messages that we sent: else anyone could suppress anyone. */
export async function receiveReport(workspaceId: string, mail: InboundMail, deps: InboundDeps): Promise<ReportOutcome> {
  const message = await matchReport(workspaceId, mail, deps.now());
  if (message === null || mail.report === null) return { kind: 'ignored' };
  if (mail.report.kind === 'delivery_status') return receiveBounce(message, mail.report.text, deps);
  return isComplaint(mail.report.text) ? receiveComplaint(message, deps) : { kind: 'ignored', messageId: message.id };
}

async function receiveBounce(message: MessageRecord, report: string, deps: InboundDeps): Promise<ReportOutcome> {
  const statuses = parseDeliveryStatus(report);
  const own = statuses.find(({ recipient }) => recipient?.toLowerCase() === message.to) ?? statuses[0];
  if (!own || own.action === null) return { kind: 'ignored', messageId: message.id };
  if (own.action !== 'failed') {
    // Delivered, passed on or only late: it was taken, for certain.
    await inTransaction(() => confirmSent(message, 'delivery_report', deps.now()));
    return { kind: 'ignored', messageId: message.id };
  }
  const fault = reportedFault(own);
  const diagnostic = [own.status, own.diagnostic].filter(Boolean).join(' ');
  return settleBounce(message, { fault, bounceType: bounceTypeOf(fault), diagnostic }, deps);
}

const errorLengthMax = 500;
const endReasonLengthMax = 200;

interface Bounce {
  fault: Fault;
  bounceType: 'hard' | 'soft';
  diagnostic: string;
}

/** Writes down that a message came back, and what follows from it. */
export async function settleBounce(
  message: MessageRecord,
  { fault, bounceType, diagnostic }: Bounce,
  deps: InboundDeps,
): Promise<ReportOutcome> {
  const now = deps.now();
  const lastError = diagnostic.slice(0, errorLengthMax);
  const isSenders = bounceType === 'soft' && (fault.owner === 'mailbox' || fault.owner === 'provider');
  const isNew = await inTransaction(async () => {
    const { workspaceId, id, enrollmentId } = message;
    const bounced = await transitionMessage(workspaceId, id, 'bounce', { bounceType, lastError }, now);
    if (bounced === null) return false;
    await addEvent(workspaceId, 'message.bounced', id, { bounceType, campaignId: message.campaignId }, now);
    await takeNoticeBack(bounced, now);
    if (bounceType === 'hard') await applyHardBounce(bounced, deps);
    else if (enrollmentId !== null) {
      // The next step would refer to a message that never arrived; a person who knows better resumes it.
      const endReason = lastError.slice(0, endReasonLengthMax);
      if (isSenders) await holdSequence(workspaceId, enrollmentId, endReason, now);
      else await endEnrollment(workspaceId, enrollmentId, 'failed', now, endReason);
    }
    return true;
  });
  if (isNew && isSenders) await noteReturned(message, fault, lastError, now);
  else await protectSenderAfter(message, now);
  return { kind: 'bounce', messageId: message.id };
}

async function takeNoticeBack({ workspaceId, contactId, hasNotice, sentAt }: MessageRecord, now: Date): Promise<void> {
  if (hasNotice && contactId !== null && sentAt !== null) await noteNotInformed(workspaceId, contactId, sentAt, now);
}

async function receiveComplaint(message: MessageRecord, deps: InboundDeps): Promise<ReportOutcome> {
  const { workspaceId, id, to, contactId, enrollmentId } = message;
  const now = deps.now();
  await inTransaction(async () => {
    const marked = await transitionMessage(workspaceId, id, 'bounce', { bounceType: 'complaint' }, now);
    if (marked) await addEvent(workspaceId, 'message.bounced', id, { bounceType: 'complaint' }, now);
    await suppressPerson(workspaceId, { address: to, contactId, enrollmentId, reason: 'complaint', source: id }, deps);
  });
  await protectSenderAfter(message, now);
  return { kind: 'complaint', messageId: id };
}
