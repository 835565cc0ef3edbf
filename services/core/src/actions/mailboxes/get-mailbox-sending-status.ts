import { Type } from 'typebox';
import { closedBreaker } from '../../domain/sending/mailboxes/mailbox-breaker.ts';
import { meaningsOf, waitReasonNames, waitReasons } from '../../domain/sending/reasons.ts';
import { BreakerView, toBreakerView } from '../../engine/mailboxes/breaker-view.ts';
import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { mailboxSendsAt } from '../../engine/sending/messages/opening-hours.ts';
import { Input, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import type { MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import { countQueuedFrom } from '../../store/messages/message-store.ts';
import { findQueue, idleAt } from '../../store/sending/send-queue-store.ts';
import { isSendingStopped } from '../../store/sending/sending-stop-store.ts';
import { countProposedRemovals } from '../../store/suppressions/amend-suppressions.ts';
import { defineRead } from '../definition/define-action.ts';
import { MailboxView, toMailboxView } from './mailbox-view.ts';

export const getMailboxSendingStatus = defineRead({
  name: 'get_mailbox_sending_status',
  title: 'Why is this mailbox not sending',
  summary: 'Read whether a mailbox sends, what keeps it from it, and when it sends next.',
  description:
    'Reads what a mailbox does now: how many messages wait for it, when the next one may leave, and its ' +
    'circuit breaker. While the breaker is open, cause and action say what is wrong and what to do; ' +
    'messages wait, nobody is marked as failed, and one message is tried at nextProbeAt. resume_mailbox ' +
    'tries it at once.',
  method: 'get',
  path: '/mailboxes/{mailboxId}/sending-status',
  scope: 'mailboxes:read',
  input: Input(mailboxIdInput),
  output: Type.Object({
    mailboxId: Type.String({ description: 'The mailbox.' }),
    state: MailboxView.properties.state,
    breaker: BreakerView,
    waitReason: Nullable(
      OneOf(waitReasonNames, { description: `Reason for which nothing is sent now. ${meaningsOf(waitReasons)}` }),
    ),
    nextSendAt: Nullable(
      Timestamp('When its next message may leave; null: nothing waits, or nothing leaves before somebody acts.'),
    ),
    waitingCount: Type.Integer({ description: 'Messages that wait to leave from it.' }),
    capToday: Type.Integer({ description: 'What it may send today.' }),
    sentToday: Type.Integer({ description: 'What it has sent today.' }),
    proposedRemovals: Type.Integer({
      description: 'Addresses that bounced while it had a fault: look at them, remove_suppression takes them off.',
    }),
  }),
  errors: ['not_found'],

  async run({ mailboxId }, ctx) {
    const mailbox = await findOwnMailbox(mailboxId, ctx);
    const view = await toMailboxView(mailbox, ctx);
    const queue = await findQueue(ctx.workspaceId, mailboxId);
    const breaker = queue?.breaker ?? closedBreaker;
    const waitingCount = await countQueuedFrom(ctx.workspaceId, mailboxId);
    const isWaiting = queue !== null && waitingCount > 0 && queue.turnAt < idleAt;
    const turnAt = isWaiting ? await mailboxSendsAt(queue) : null;
    const stopped = await stoppedBy(mailbox);
    const waitReason = isWaiting && turnAt === null ? 'no_way_out' : (queue?.waitReason ?? null);
    const nextSendAt = turnAt === null || stopped ? null : new Date(Math.max(turnAt.getTime(), ctx.now().getTime()));
    return {
      data: {
        mailboxId,
        state: mailbox.state,
        breaker: toBreakerView(breaker),
        waitReason: stopped ?? waitReason,
        nextSendAt: nextSendAt?.toISOString() ?? null,
        waitingCount,
        capToday: view.capToday,
        sentToday: view.sentToday,
        proposedRemovals: await countProposedRemovals(ctx.workspaceId, mailboxId),
      },
      summary:
        breaker.state === 'closed'
          ? `The mailbox ${mailbox.address} is ${mailbox.state}.`
          : `The mailbox ${mailbox.address} stands still: ${breaker.action}`,
    };
  },
});

/** Reason that nothing is sent before someone acts, or null. */
async function stoppedBy({ state, workspaceId }: MailboxRecord): Promise<'no_mailbox' | 'sending_stopped' | null> {
  if (state === 'paused') return 'no_mailbox';
  return (await isSendingStopped(workspaceId)) ? 'sending_stopped' : null;
}
