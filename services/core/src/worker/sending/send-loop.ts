import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { SendingPlaces } from '../../domain/sending/sending-places.ts';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { planMessages } from '../../engine/sending/messages/plan-messages.ts';
import { followUp } from '../../engine/sending/messages/settle-message.ts';
import { takeTurn } from '../../engine/sending/take-turn.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { recoverLostMessage } from '../../store/messages/lost-message.ts';
import type { Claim } from '../../store/messages/message-queue.ts';
import { type Loop, restBesideFirst, restForClock, restUntilWoken, startLoop } from '../poll-loop.ts';

export function newOwner(): string {
  return `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
}

/** Number of mailboxes with concurrent turns, so that a slow mail server does not delay the others. */
const concurrentTurns = 4;

/** Assigns messages to lanes and runs mailbox turns. Several workers share the work. */
export function startSendLoop(deps: EngineDeps): Loop {
  const places = new SendingPlaces(concurrentTurns);
  const turns = Array.from({ length: concurrentTurns }, (_, index) => startTurnLoop(deps, places, index === 0));
  const loops = [startPlanLoop(deps), ...turns];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function startPlanLoop(deps: EngineDeps): Loop {
  const step = async (): Promise<boolean> => (await planMessages(deps)) > 0;
  const idleMs = deps.config.worker.pollMs;
  return startLoop({ name: 'plan', idleMs, restFactorMax: restUntilWoken, isWoken: true, step, log: deps.log });
}

/** The first loop polls for due mailboxes, and wakes the others when it finds some. */
function startTurnLoop(deps: EngineDeps, places: SendingPlaces, isFirst: boolean): Loop {
  const { pollMs, leaseMs } = deps.config.worker;
  const claim: Claim = { owner: newOwner(), leaseMs };
  return startLoop({
    name: 'send',
    idleMs: pollMs,
    restFactorMax: isFirst ? restForClock : restBesideFirst,
    isWoken: true,
    step: async () => (await takeTurn(claim, deps, { places })) !== null,
    log: deps.log,
  });
}

const recoveryRestFactor = 5;

/**
 * Marks messages that a dead worker left in `sending` as unconfirmed. They are never resent. False if no message was
 * left.
 */
export async function recoverLost(deps: EngineDeps): Promise<boolean> {
  const now = deps.now();
  const lost = await inTransaction(async () => {
    const message = await recoverLostMessage(now);
    if (message === null) return null;
    const { workspaceId, id, campaignId, contactId } = message;
    await addEvent(workspaceId, 'message.unconfirmed', id, { campaignId, contactId }, now);
    await followUp(message, now);
    return message;
  });
  if (lost === null) return false;
  deps.log.warn({ messageId: lost.id }, 'a message is unconfirmed: its worker stopped while sending');
  return true;
}

export function startRecoveryLoop(deps: EngineDeps): Loop {
  const idleMs = deps.config.worker.pollMs * recoveryRestFactor;
  return startLoop({
    name: 'recovery',
    idleMs,
    restFactorMax: restForClock,
    step: () => recoverLost(deps),
    log: deps.log,
  });
}
