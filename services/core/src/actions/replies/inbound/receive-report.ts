import { bounceTypeOf, parseDeliveryStatus } from '../../../domain/mail/delivery-status.ts';
import type { InboundMail } from '../../../mail/read-mail.ts';
import { type MessageRecord, transitionMessage } from '../../../store/campaigns/message-store.ts';
import { addEvent } from '../../../store/requests/event-store.ts';
import { inTransaction } from '../../../store/transaction.ts';
import { applyHardBounce, protectSenderAfter } from './apply-bounce.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { matchReport } from './match-mail.ts';
import { suppressPerson } from './suppress-person.ts';

export type ReportOutcome = { kind: 'bounce' | 'complaint' | 'ignored'; messageId?: string };

/** Takes in a bounce (RFC 3464) or a complaint (RFC 5965). Only about messages that we sent: else anyone could suppress anyone. */
export const receiveReport = async (
  workspaceId: string,
  mail: InboundMail,
  deps: InboundDeps,
): Promise<ReportOutcome> => {
  const message = await matchReport(workspaceId, mail);
  if (message === null || mail.report === null) return { kind: 'ignored' };
  return mail.report.kind === 'feedback'
    ? receiveComplaint(message, deps)
    : receiveBounce(message, mail.report.text, deps);
};

const receiveBounce = async (message: MessageRecord, report: string, deps: InboundDeps): Promise<ReportOutcome> => {
  const statuses = parseDeliveryStatus(report);
  const own = statuses.find(({ recipient }) => recipient?.toLowerCase() === message.to) ?? statuses[0];
  const bounceType = own ? bounceTypeOf(own) : null;
  if (!own || bounceType === null) return { kind: 'ignored', messageId: message.id };
  const now = deps.now();
  const lastError = [own.status, own.diagnostic].filter(Boolean).join(' ').slice(0, 500);
  await inTransaction(async () => {
    const { workspaceId, id } = message;
    const bounced = await transitionMessage(workspaceId, id, 'bounce', { bounceType, lastError }, now);
    if (bounced === null) return;
    await addEvent(workspaceId, 'message.bounced', id, { bounceType, campaignId: message.campaignId }, now);
    if (bounceType === 'hard') await applyHardBounce(bounced, deps);
  });
  await protectSenderAfter(message, now);
  return { kind: 'bounce', messageId: message.id };
};

const receiveComplaint = async (message: MessageRecord, deps: InboundDeps): Promise<ReportOutcome> => {
  const { workspaceId, id, to, contactId, enrollmentId } = message;
  const now = deps.now();
  await inTransaction(async () => {
    const marked = await transitionMessage(workspaceId, id, 'bounce', { bounceType: 'complaint' }, now);
    if (marked) await addEvent(workspaceId, 'message.bounced', id, { bounceType: 'complaint' }, now);
    await suppressPerson(workspaceId, { address: to, contactId, enrollmentId, reason: 'complaint', source: id }, deps);
  });
  await protectSenderAfter(message, now);
  return { kind: 'complaint', messageId: id };
};
