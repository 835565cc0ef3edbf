import { isBounceRateTooHigh, isComplaintRateTooHigh } from '../../domain/campaigns/bounce-protection.ts';
import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import { inSerializedTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { cancelMessagesFor, countMessagesByState, type MessageRecord } from '../../store/messages/message-store.ts';
import { countRepliesByClass } from '../../store/replies/reply-classes-store.ts';
import { findQueue } from '../../store/sending/send-queue-store.ts';
import { addSuppression } from '../../store/suppressions/suppression-store.ts';
import { pauseCampaignNow } from '../campaigns/campaign-effects.ts';
import { changeContact } from '../campaigns/contact-effects.ts';
import { endEnrollment, endEnrollmentsOfContact } from '../campaigns/enrollment-effects.ts';
import { protectMailbox } from '../mailboxes/protect-mailbox.ts';
import type { InboundDeps } from './inbound-deps.ts';

/**
 * Suppresses an email address that does not work, for all campaigns. Call inside the transaction that marked the
 * message.
 */
export async function applyHardBounce(message: MessageRecord, deps: InboundDeps): Promise<void> {
  const { workspaceId, contactId, enrollmentId, to } = message;
  const now = deps.now();
  const { mailboxId } = message;
  const queue = mailboxId === null ? null : await findQueue(workspaceId, mailboxId);
  // During a fault of the mailbox or its provider, a rejection says little about the address.
  const isRemovalProposed = queue !== null && queue.breaker.state !== 'closed';
  const bounce = { mailboxId, isRemovalProposed, source: message.id };
  const entry = { kind: 'address', value: to, reason: 'hard_bounce', ...bounce } as const;
  const { record, isNew } = await addSuppression(workspaceId, entry, now);
  if (isNew)
    await addEvent(
      workspaceId,
      'suppression.added',
      record.id,
      { kind: 'address', value: record.value, reason: 'hard_bounce' },
      now,
    );
  if (contactId !== null) {
    await changeContact(workspaceId, contactId, { emailStatus: 'invalid', emailStatusCheckedAt: now }, now);
    await cancelMessagesFor(workspaceId, { contactId }, now);
    await endEnrollmentsOfContact(workspaceId, contactId, 'bounced', now);
  }
  if (enrollmentId !== null) await endEnrollment(workspaceId, enrollmentId, 'bounced', now);
}

/** Pauses a campaign if bounces or complaints would ruin the sender reputation. Call inside a transaction. */
export async function protectSender({ workspaceId, campaignId }: MessageRecord, now: Date): Promise<void> {
  const campaign = campaignId === null ? null : await findCampaign(workspaceId, campaignId);
  if (campaignId === null || (campaign?.state !== 'running' && campaign?.state !== 'scheduled')) return;
  const { sent = 0, bounced = 0 } = await countMessagesByState(workspaceId, campaignId);
  const { complaint: complaints = 0 } = await countRepliesByClass(workspaceId, campaignId);
  const isBouncing = isBounceRateTooHigh({ sent, bounced });
  if (!isBouncing && !isComplaintRateTooHigh({ sent, complaints })) return;
  const pauseReason = isBouncing ? 'bounce_protection' : 'complaint_rate';
  await pauseCampaignNow(workspaceId, campaignId, pauseReason, now, { sent, bounced, complaints });
}

/**
 * Runs protectSender after the transaction that stored a bounce. Concurrent bounces would each count only themselves,
 * and the pause, which updates all queued messages, would conflict with the others.
 */
export async function protectSenderAfter(message: MessageRecord, now: Date): Promise<void> {
  await inSerializedTransaction(`protect ${message.campaignId}`, () => protectSender(message, now));
  await inSerializedTransaction(`protect ${message.mailboxId}`, () => protectMailbox(message, now));
}
