import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Claim, claimDueMessages, recoverLostMessage, releaseClaims } from '../store/campaigns/message-queue.ts';
import type { MessageRecord } from '../store/campaigns/message-store.ts';
import { addEvent } from '../store/requests/event-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Loop, startLoop } from './poll-loop.ts';
import { sendMessage } from './send-message.ts';
import { followUp } from './settle-message.ts';
import { type SharedReads, shareReads } from './shared-reads.ts';
import type { WorkerDeps } from './worker-deps.ts';

export const newOwner = (): string => `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;

/** So many batches are under way at once, so that one slow mail server does not hold up the others. */
const concurrentBatches = 3;

/** Claims due messages and sends them, some batches at a time; several workers share the queue. */
export const startSendLoop = (deps: WorkerDeps): Loop => {
  const loops = Array.from({ length: concurrentBatches }, () => startBatchLoop(deps));
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
};

const startBatchLoop = (deps: WorkerDeps): Loop => {
  const { log, now } = deps;
  const { pollMs, batchSize, leaseMs } = deps.config.worker;
  const claim: Claim = { owner: newOwner(), leaseMs };
  const sendOne = async (message: MessageRecord, reads: SharedReads) => {
    // One message that fails must not hold up the others; its lease runs out, and it is looked at again.
    await sendMessage(message, claim, deps, reads).catch((error: unknown) =>
      log.error({ err: error, messageId: message.id }, 'sending was interrupted'),
    );
  };
  const step = async (): Promise<boolean> => {
    const messages = await claimDueMessages(claim, now(), batchSize);
    const reads = shareReads(now());
    await Promise.all(messages.map((message) => sendOne(message, reads)));
    return messages.length > 0;
  };
  const loop = startLoop({ name: 'send', idleMs: pollMs, step, log });
  return {
    async stop() {
      await loop.stop();
      await releaseClaims(claim.owner);
    },
  };
};

const recoveryRestFactor = 5;

/** Ends what workers that died left in `sending`: unconfirmed, never sent again. */
export const startRecoveryLoop = (deps: WorkerDeps): Loop => {
  const step = async (): Promise<boolean> => {
    const now = deps.now();
    const lost = await inTransaction(async () => {
      const message = await recoverLostMessage(now);
      if (message === null) return null;
      const { workspaceId, id, campaignId, contactId } = message;
      await addEvent(workspaceId, 'message.unconfirmed', id, { campaignId, contactId }, now);
      await followUp(message, now);
      return message;
    });
    if (lost) deps.log.warn({ messageId: lost.id }, 'a message is unconfirmed: its worker stopped while sending');
    return lost !== null;
  };
  return startLoop({ name: 'recovery', idleMs: deps.config.worker.pollMs * recoveryRestFactor, step, log: deps.log });
};
