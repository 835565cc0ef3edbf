import { applyHardBounce, protectSenderAfter } from '../actions/replies/inbound/apply-bounce.ts';
import { nextAttemptAt } from '../domain/mail/message-retry.ts';
import type { SkipReason } from '../domain/mail/message-state.ts';
import type { SendOutcome } from '../mail/mail-transport.ts';
import {
  type HeldState,
  markFailed,
  markRefused,
  markSent,
  markSkipped,
  markUnconfirmed,
  retryLater,
} from '../store/campaigns/message-queue.ts';
import type { MessageRecord } from '../store/campaigns/message-store.ts';
import { noteContacted } from '../store/crm/contact-store.ts';
import { updateReply } from '../store/mail/reply-store.ts';
import { addEvent } from '../store/requests/event-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { endStep, scheduleNextStep } from './next-step.ts';
import type { WorkerDeps } from './worker-deps.ts';

const errorTextMax = 500;
const cut = (error: string): string => error.slice(0, errorTextMax);

const eventData = ({ campaignId, enrollmentId, contactId, mailboxId, kind }: MessageRecord) => ({
  campaignId,
  enrollmentId,
  contactId,
  mailboxId,
  kind,
});

const noteAnswered = async ({ workspaceId, replyId, kind, id }: MessageRecord, now: Date): Promise<void> => {
  if (kind !== 'answer' || replyId === null) return;
  await updateReply(workspaceId, replyId, { state: 'answered', needsAction: false }, now);
  await addEvent(workspaceId, 'reply.answered', replyId, { messageId: id }, now);
};

/** An answer that did not go out: somebody has to look at the reply again. */
const noteUnanswered = async ({ workspaceId, replyId, kind }: MessageRecord, now: Date): Promise<void> => {
  if (kind !== 'answer' || replyId === null) return;
  await updateReply(workspaceId, replyId, { needsAction: true }, now);
};

/** What follows when a message went out, for certain or perhaps: the sequence goes on either way. */
export const followUp = async (message: MessageRecord, now: Date): Promise<void> => {
  if (message.kind === 'campaign') await scheduleNextStep(message, now);
  const { workspaceId, contactId, kind } = message;
  if (contactId !== null && kind !== 'forward') await noteContacted(workspaceId, contactId, now);
  await noteAnswered(message, now);
};

const settleSent = (message: MessageRecord, now: Date): Promise<void> =>
  inTransaction(async () => {
    if (!(await markSent(message, now))) return;
    await addEvent(message.workspaceId, 'message.sent', message.id, eventData(message), now);
    await followUp(message, now);
  });

const settleUnconfirmed = (message: MessageRecord, error: string, now: Date): Promise<void> =>
  inTransaction(async () => {
    if (!(await markUnconfirmed(message, cut(error), now))) return;
    await addEvent(message.workspaceId, 'message.unconfirmed', message.id, eventData(message), now);
    await followUp(message, now);
  });

const settleFailed = (message: MessageRecord, from: HeldState, error: string, now: Date): Promise<void> =>
  inTransaction(async () => {
    if (!(await markFailed(message, from, cut(error), now))) return;
    await addEvent(
      message.workspaceId,
      'message.failed',
      message.id,
      { ...eventData(message), error: cut(error) },
      now,
    );
    if (message.kind === 'campaign') await endStep({ ...message, state: 'failed' }, now);
    await noteUnanswered(message, now);
  });

const settleBounced = async (
  message: MessageRecord,
  from: HeldState,
  error: string,
  deps: WorkerDeps,
  now: Date,
): Promise<void> => {
  await inTransaction(async () => {
    if (!(await markRefused(message, from, cut(error), now))) return;
    await addEvent(
      message.workspaceId,
      'message.bounced',
      message.id,
      { ...eventData(message), bounceType: 'hard' },
      now,
    );
    await applyHardBounce(message, deps);
  });
  await protectSenderAfter(message, now);
};

export const settleSkipped = (message: MessageRecord, reason: SkipReason, now: Date): Promise<void> =>
  inTransaction(async () => {
    if (!(await markSkipped(message, reason, now))) return;
    if (message.kind === 'campaign') await endStep({ ...message, state: 'skipped', skipReason: reason }, now);
    await noteUnanswered(message, now);
  });

/** Writes down how the dialogue ended. `from`: whether the message had begun to go out. */
export const settleMessage = async (
  message: MessageRecord,
  from: HeldState,
  outcome: SendOutcome,
  deps: WorkerDeps,
): Promise<void> => {
  const now = deps.now();
  if (outcome.kind === 'withdrawn') return;
  if (outcome.kind === 'sent') return settleSent(message, now);
  if (outcome.kind === 'unconfirmed') return settleUnconfirmed(message, outcome.error, now);
  const { fault, isPermanent, error } = outcome;
  if (isPermanent && fault === 'address') return settleBounced(message, from, error, deps, now);
  const retryAt = isPermanent ? null : nextAttemptAt(message.attempt, now);
  if (retryAt === null) return settleFailed(message, from, error, now);
  await retryLater(message, from, retryAt, cut(error), now);
};
