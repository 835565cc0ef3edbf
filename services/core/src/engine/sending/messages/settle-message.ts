import { cutText } from '@outbound/node-service/text/cut-text';
import { internalKinds } from '../../../domain/messages/message-state.ts';
import type { SkipReason } from '../../../domain/sending/reasons.ts';
import { noteContacted, noteInformed } from '../../../store/contacts/contact-store.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { addEvent } from '../../../store/events/event-store.ts';
import { markFailed, markRefused, markSkipped, markUnconfirmed } from '../../../store/messages/message-queue.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { updateReply } from '../../../store/replies/reply-store.ts';
import { endStep, scheduleNextStep } from '../../campaigns/steps/next-step.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { applyHardBounce, protectSenderAfter } from '../../replies/apply-bounce.ts';

const errorTextMax = 500;
export function cutError(error: string): string {
  return cutText(error, errorTextMax);
}

export function messageEventData({ campaignId, enrollmentId, contactId, mailboxId, kind }: MessageRecord) {
  return {
    campaignId,
    enrollmentId,
    contactId,
    mailboxId,
    kind,
  };
}

export async function noteAnswered({ workspaceId, replyId, kind, id }: MessageRecord, now: Date): Promise<void> {
  if (kind !== 'answer' || replyId === null) return;
  await updateReply(workspaceId, replyId, { state: 'answered', needsAction: false }, now);
  await addEvent(workspaceId, 'reply.answered', replyId, { messageId: id }, now);
}

/** People who received the GDPR Art. 14 notice in these messages. */
export function informedBy(messages: MessageRecord[]): string[] {
  return messages.flatMap(({ hasNotice, contactId }) => (hasNotice && contactId !== null ? [contactId] : []));
}

/** Marks the reply as needing action again, because its response was not sent. */
async function noteUnanswered({ workspaceId, replyId, kind }: MessageRecord, now: Date): Promise<void> {
  if (kind !== 'answer' || replyId === null) return;
  await updateReply(workspaceId, replyId, { needsAction: true }, now);
}

/** Continues the sequence after a message that was sent or may have been sent. */
export async function followUp(message: MessageRecord, now: Date): Promise<void> {
  if (message.kind === 'campaign') await scheduleNextStep(message, now);
  const { workspaceId, contactId, kind } = message;
  if (contactId !== null && !internalKinds.includes(kind)) await noteContacted(workspaceId, [contactId], now);
  await noteInformed(workspaceId, informedBy([message]), now);
  await noteAnswered(message, now);
}

export function settleUnconfirmed(message: MessageRecord, error: string, now: Date): Promise<void> {
  return inTransaction(async () => {
    if (!(await markUnconfirmed(message, cutError(error), now))) return;
    await addEvent(message.workspaceId, 'message.unconfirmed', message.id, messageEventData(message), now);
    await followUp(message, now);
  });
}

export function settleFailed(message: MessageRecord, error: string, now: Date): Promise<void> {
  return inTransaction(async () => {
    if (!(await markFailed(message, cutError(error), now))) return;
    await addEvent(
      message.workspaceId,
      'message.failed',
      message.id,
      { ...messageEventData(message), error: cutError(error) },
      now,
    );
    if (message.kind === 'campaign') await endStep({ ...message, state: 'failed', lastError: cutError(error) }, now);
    await noteUnanswered(message, now);
  });
}

export async function settleBounced(message: MessageRecord, error: string, deps: EngineDeps): Promise<void> {
  const now = deps.now();
  await inTransaction(async () => {
    if (!(await markRefused(message, cutError(error), now))) return;
    await addEvent(
      message.workspaceId,
      'message.bounced',
      message.id,
      { ...messageEventData(message), bounceType: 'hard' },
      now,
    );
    await applyHardBounce(message, deps);
  });
  await protectSenderAfter(message, now);
}

export function settleSkipped(message: MessageRecord, reason: SkipReason, now: Date): Promise<void> {
  return inTransaction(async () => {
    if (!(await markSkipped(message, reason, now))) return;
    if (message.kind === 'campaign') await endStep({ ...message, state: 'skipped', skipReason: reason }, now);
    await noteUnanswered(message, now);
  });
}

/** Skips a message whose step's condition is false, and queues the next step. */
export function settleLeftOut(message: MessageRecord, now: Date): Promise<void> {
  return inTransaction(async () => {
    if (!(await markSkipped(message, 'condition_not_met', now))) return;
    await scheduleNextStep({ ...message, state: 'skipped', skipReason: 'condition_not_met' }, now);
  });
}
