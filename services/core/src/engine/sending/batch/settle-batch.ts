import { nextAttemptAt } from '../../../domain/messages/message-retry.ts';
import { internalKinds } from '../../../domain/messages/message-state.ts';
import type { FaultOwner } from '../../../domain/sending/fault-cause.ts';
import type { MailboxBreaker } from '../../../domain/sending/mailboxes/mailbox-breaker.ts';
import { noteContacted, noteInformed } from '../../../store/contacts/contact-store.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { addEvents } from '../../../store/events/event-store.ts';
import { type Claim, markManySent, retryLater, returnToQueue } from '../../../store/messages/message-queue.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { queueNextSteps } from '../../campaigns/steps/next-steps.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { noteBreakerChange } from '../../mailboxes/mailbox-breaker.ts';
import {
  cutError,
  informedBy,
  messageEventData,
  noteAnswered,
  settleBounced,
  settleFailed,
  settleUnconfirmed,
} from '../messages/settle-message.ts';
import type { Turn } from '../turn-facts.ts';
import type { BatchResult } from './transmit-batch.ts';

/** Delay of a message after a mailbox fault, in milliseconds, so that the next probe uses a different message. */
const standBackMs = 60_000;

/** Messages that stay queued, with the time of their next check. */
export type Returned = { message: MessageRecord; at: Date }[];

/** Records the outcomes of a batch. All sent messages are stored in one transaction. */
export async function settleBatch(
  result: BatchResult,
  { turn, before }: { turn: Turn; before: MailboxBreaker },
  claim: Claim,
  deps: EngineDeps,
): Promise<Returned> {
  const now = turn.clock();
  await settleSent(result.sent, turn, claim, now);
  for (const { message, error } of result.unconfirmed) await settleUnconfirmed(message, error, now);
  const returned: Returned = result.left.map((message) => ({ message, at: message.scheduledAt ?? now }));
  await returnToQueue(
    result.left.map(({ id }) => id),
    claim,
    null,
    now,
  );
  for (const { message, fault, error } of result.refused) {
    const at = await settleRefused(message, { ...fault, error }, { turn, claim, deps, now });
    if (at !== null) returned.push({ message, at });
  }
  for (const change of result.changes) {
    await inTransaction(() => noteBreakerChange(turn.mailbox, change, { before, after: result.breaker }, now));
  }
  return returned;
}

async function settleSent(messages: MessageRecord[], turn: Turn, claim: Claim, now: Date): Promise<void> {
  if (messages.length === 0) return;
  const { workspace, records } = turn;
  const ids = messages.map(({ id }) => id);
  await inTransaction(async () => {
    const held = await markManySent(ids, claim, now);
    const sent = messages.filter(({ id }) => held.has(id)).map((message) => ({ ...message, sentAt: now }));
    const events = sent.map(
      (message) => ({ type: 'message.sent', subjectId: message.id, data: messageEventData(message) }) as const,
    );
    await addEvents(workspace.id, events, now);
    const ofCampaigns = Map.groupBy(
      sent.filter(({ kind }) => kind === 'campaign'),
      ({ campaignId }) => campaignId,
    );
    for (const [campaignId, own] of ofCampaigns) {
      const campaign = records.get(campaignId ?? '');
      if (campaign !== undefined) await queueNextSteps(own, campaign, workspace, now);
    }
    const contactIds = sent.flatMap(({ contactId, kind }) =>
      contactId !== null && !internalKinds.includes(kind) ? [contactId] : [],
    );
    await noteContacted(workspace.id, contactIds, now);
    await noteInformed(workspace.id, informedBy(sent), now);
    for (const message of sent) await noteAnswered(message, now);
  });
}

interface Refused {
  owner: FaultOwner;
  suppresses: boolean;
  error: string;
}

/** Returns the time of the next attempt. Null if the message is final. */
async function settleRefused(
  message: MessageRecord,
  { owner, suppresses, error }: Refused,
  { claim, deps, now }: { turn: Turn; claim: Claim; deps: EngineDeps; now: Date },
): Promise<Date | null> {
  if (suppresses) await settleBounced(message, error, { ...deps, now: () => now });
  else if (owner === 'person' || owner === 'message') await settleFailed(message, error, now);
  else if (owner === 'transient') {
    const at = nextAttemptAt(message.attempt, message.firstRefusedAt ?? now, now);
    if (at !== null) await retryLater(message, at, cutError(error), now);
    else await settleFailed(message, error, now);
  } else {
    const at = new Date(now.getTime() + standBackMs);
    await returnToQueue([message.id], claim, at, now);
    return at;
  }
  return null;
}
