import { bounceTypeOf, parseDeliveryStatus } from '../../domain/mail/delivery-status.ts';
import type { InboundMail } from '../../mail/read-mail.ts';
import { type MessageRecord, transitionMessage } from '../../store/campaigns/message-store.ts';
import { addEvent } from '../../store/requests/event-store.ts';
import { inTransaction } from '../../store/transaction.ts';
import { endEnrollment } from '../campaigns/enrollment-effects.ts';
import { applyHardBounce, protectSenderAfter } from './apply-bounce.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { matchReport } from './match-mail.ts';
import { suppressPerson } from './suppress-person.ts';

export type ReportOutcome = { kind: 'bounce' | 'complaint' | 'ignored'; messageId?: string };

/** Takes in a bounce (RFC 3464) or a complaint (RFC 5965). Only about messages that we sent: else anyone could suppress anyone. */
export async function receiveReport(workspaceId: string, mail: InboundMail, deps: InboundDeps): Promise<ReportOutcome> {
  const message = await matchReport(workspaceId, mail);
  if (message === null || mail.report === null) return { kind: 'ignored' };
  return mail.report.kind === 'feedback'
    ? receiveComplaint(message, deps)
    : receiveBounce(message, mail.report.text, deps);
}

async function receiveBounce(message: MessageRecord, report: string, deps: InboundDeps): Promise<ReportOutcome> {
  const statuses = parseDeliveryStatus(report);
  const own = statuses.find(({ recipient }) => recipient?.toLowerCase() === message.to) ?? statuses[0];
  const bounceType = own ? bounceTypeOf(own) : null;
  if (!own || bounceType === null) return { kind: 'ignored', messageId: message.id };
  return settleBounce(message, bounceType, [own.status, own.diagnostic].filter(Boolean).join(' '), deps);
}

const errorLengthMax = 500;
const endReasonLengthMax = 200;

/** Writes down that a message came back, and what follows from it. */
export async function settleBounce(
  message: MessageRecord,
  bounceType: 'hard' | 'soft',
  diagnostic: string,
  deps: InboundDeps,
): Promise<ReportOutcome> {
  const now = deps.now();
  const lastError = diagnostic.slice(0, errorLengthMax);
  await inTransaction(async () => {
    const { workspaceId, id } = message;
    const bounced = await transitionMessage(workspaceId, id, 'bounce', { bounceType, lastError }, now);
    if (bounced === null) return;
    await addEvent(workspaceId, 'message.bounced', id, { bounceType, campaignId: message.campaignId }, now);
    if (bounceType === 'hard') await applyHardBounce(bounced, deps);
    // The next step would refer to a message that never arrived; a person who knows better resumes it.
    else if (message.enrollmentId !== null) {
      await endEnrollment(workspaceId, message.enrollmentId, 'failed', now, lastError.slice(0, endReasonLengthMax));
    }
  });
  await protectSenderAfter(message, now);
  return { kind: 'bounce', messageId: message.id };
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
