import { cutText } from '@outbound/node-service/text/cut-text';
import { isSameMailbox } from '../../../domain/contacts/email-address.ts';
import { type DeliveryStatus, isComplaint, parseDeliveryStatus } from '../../../domain/replies/delivery-status.ts';
import { readNotice } from '../../../domain/replies/notice/read-notice.ts';
import type { Fault } from '../../../domain/sending/owner-of-fault.ts';
import { bounceTypeOf, isWithoutReason, reportedFault } from '../../../domain/sending/reported-fault.ts';
import { noteNotInformed } from '../../../store/contacts/contact-store.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { addEvent } from '../../../store/events/event-store.ts';
import { type MessageRecord, transitionMessage } from '../../../store/messages/message-store.ts';
import type { InboundMail } from '../../../transport/received/read-mail.ts';
import { endEnrollment, holdSequence } from '../../campaigns/enrollment-effects.ts';
import { noteReturned } from '../../mailboxes/returned-messages.ts';
import { suppressPerson } from '../../suppressions/suppress-person.ts';
import { applyHardBounce, protectSenderAfter } from '../apply-bounce.ts';
import { confirmSent } from '../confirm-sent.ts';
import type { InboundDeps } from '../inbound-deps.ts';
import { matchReport, type ReportedMessage } from './match-report.ts';

export interface ReportOutcome {
  kind: 'bounce' | 'complaint' | 'ignored';
  messageId?: string;
  /** The report stops the sequence and is kept for a person to decide. */
  asks?: MessageRecord;
}

/**
 * Applies a bounce (RFC 3464) or a complaint (RFC 5965), but only for a message that we sent. Otherwise, anyone could
 * suppress anyone.
 */
export async function receiveReport(workspaceId: string, mail: InboundMail, deps: InboundDeps): Promise<ReportOutcome> {
  const reported = await matchReport(workspaceId, mail, deps.now());
  if (reported === null || mail.report === null) return { kind: 'ignored' };
  const { message, isProven } = reported;
  if (mail.report.kind === 'delivery_status') return receiveBounce(reported, mail, deps);
  if (!isComplaint(mail.report.text)) return { kind: 'ignored', messageId: message.id };
  return isProven ? receiveComplaint(message, deps) : { kind: 'complaint', messageId: message.id, asks: message };
}

/** True for the recipient address of a message, in any spelling. */
export function isAddressOf({ to }: MessageRecord): (address: string) => boolean {
  return (address) => isSameMailbox(address, to);
}

async function receiveBounce(reported: ReportedMessage, mail: InboundMail, deps: InboundDeps): Promise<ReportOutcome> {
  const { message } = reported;
  const statuses = parseDeliveryStatus(mail.report?.text ?? '');
  const isOwn = isAddressOf(message);
  const named = statuses.filter(({ recipients }) => recipients.length > 0);
  const own = statuses.find(({ recipients }) => recipients.some(isOwn)) ?? statuses.find((one) => !named.includes(one));
  if (own === undefined && named.length > 0) return receiveForwarded(reported, named[0]!, deps);
  if (own === undefined || own.action === null) {
    const notice = readNotice(mail.bodyText, mail.subject, isOwn);
    return notice.isFailure ? settleReport(reported, notice, deps) : { kind: 'ignored', messageId: message.id };
  }
  if (own.action !== 'failed') {
    // Delivered, relayed, or only delayed: the server accepted the message.
    await inTransaction(() => confirmSent(message, 'delivery_report', deps.now()));
    return { kind: 'ignored', messageId: message.id };
  }
  const bounce = isWithoutReason(own) ? readNotice(mail.bodyText, mail.subject, isOwn) : bounceOf(own);
  return settleReport(reported, bounce, deps);
}

function bounceOf(status: DeliveryStatus): Bounce {
  const fault = reportedFault(status);
  const diagnostic = [status.status, status.diagnostic].filter(Boolean).join(' ');
  return { fault, bounceType: bounceTypeOf(fault), diagnostic };
}

/**
 * The person's server accepted the message and forwarded it to someone unreachable, which says nothing about the
 * person.
 */
async function receiveForwarded(
  reported: ReportedMessage,
  status: DeliveryStatus,
  deps: InboundDeps,
): Promise<ReportOutcome> {
  const { message } = reported;
  if (status.action !== 'failed') return { kind: 'ignored', messageId: message.id };
  const bounce = { ...bounceOf(status), bounceType: 'soft' } as const;
  return { ...(await settleReport(reported, bounce, deps)), asks: message };
}

/** Applies a failure that a report proves. Any other failure changes nothing until a person reviews it. */
export async function settleReport(
  { message, isProven }: ReportedMessage,
  bounce: Bounce,
  deps: InboundDeps,
): Promise<ReportOutcome> {
  return isProven ? settleBounce(message, bounce, deps) : { kind: 'bounce', messageId: message.id, asks: message };
}

const errorLengthMax = 500;
const endReasonLengthMax = 200;

export interface Bounce {
  fault: Fault;
  bounceType: 'hard' | 'soft';
  diagnostic: string;
}

/** Stores a bounce and applies its consequences. */
async function settleBounce(
  message: MessageRecord,
  { fault, bounceType, diagnostic }: Bounce,
  deps: InboundDeps,
): Promise<ReportOutcome> {
  const now = deps.now();
  const lastError = cutText(diagnostic, errorLengthMax);
  const isSenders = bounceType === 'soft' && (fault.owner === 'mailbox' || fault.owner === 'provider');
  const isNew = await inTransaction(async () => {
    const { workspaceId, id, enrollmentId } = message;
    const bounced = await transitionMessage(workspaceId, id, 'bounce', { bounceType, lastError }, now);
    if (bounced === null) return false;
    await addEvent(workspaceId, 'message.bounced', id, { bounceType, campaignId: message.campaignId }, now);
    await takeNoticeBack(bounced, now);
    if (bounceType === 'hard') await applyHardBounce(bounced, deps);
    else if (enrollmentId !== null) {
      // The next step would refer to a message that never arrived. A person with better knowledge can resume the
      // enrollment.
      const endReason = cutText(lastError, endReasonLengthMax);
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
