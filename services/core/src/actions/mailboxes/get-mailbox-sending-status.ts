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
  title: 'Get the sending status of a mailbox',
  summary: 'Show whether a mailbox sends, what prevents it, and when it sends next.',
  description:
    'Shows the current sending state of a mailbox: the number of queued messages, the next send time, and its ' +
    'circuit breaker. While the breaker is open, cause and action explain the problem and the fix. Messages ' +
    'are kept and not marked as failed, and one message is tried at nextProbeAt. resume_mailbox tries it ' +
    'immediately.',
  method: 'get',
  path: '/mailboxes/{mailboxId}/sending-status',
  scope: 'mailboxes:read',
  input: Input(mailboxIdInput),
  output: Type.Object({
    mailboxId: Type.String({ description: 'The mailbox.' }),
    state: MailboxView.properties.state,
    breaker: BreakerView,
    waitReason: Nullable(
      OneOf(waitReasonNames, { description: `Reason nothing is sent now. ${meaningsOf(waitReasons)}` }),
    ),
    nextSendAt: Nullable(Timestamp('Time of the next message. Null: nothing is queued, or a person must act first.')),
    waitingCount: Type.Integer({ description: 'Messages queued for this mailbox.' }),
    capToday: Type.Integer({ description: 'Daily limit today.' }),
    sentToday: Type.Integer({ description: 'Messages sent today.' }),
    proposedRemovals: Type.Integer({
      description:
        'Email addresses that bounced during a fault of the mailbox. Review them; remove_suppression unblocks them.',
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
          : `The mailbox ${mailbox.address} is blocked: ${breaker.action}`,
    };
  },
});

/** Reason that nothing is sent before someone acts, or null. */
async function stoppedBy({ state, workspaceId }: MailboxRecord): Promise<'no_mailbox' | 'sending_stopped' | null> {
  if (state === 'paused') return 'no_mailbox';
  return (await isSendingStopped(workspaceId)) ? 'sending_stopped' : null;
}
