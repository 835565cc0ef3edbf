import { randomUUID } from 'node:crypto';
import { changeViews } from '../../actions/events/changes/change-views.ts';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { deliverTo } from '../../engine/events/webhooks/deliver-webhook.ts';
import { queuePendingEvents } from '../../engine/events/webhooks/queue-deliveries.ts';
import { wakeForgotten } from '../../engine/events/webhooks/wake-forgotten.ts';
import { claimWebhook } from '../../store/events/webhooks/webhook-turns.ts';
import { type Loop, restLonger, startLoop, wakeLoops } from '../poll-loop.ts';

/** Longer than a turn with its last request takes, in milliseconds. */
const leaseMs = 60_000;
const forgottenMs = 10 * 60_000;
/** Endpoints that deliver concurrently. Those that do not answer mostly wait, and cost no processor time. */
const endpointsMax = 200;
/** Maximum for one workspace, so that others find a free turn. */
const endpointsPerWorkspace = 20;

/** Turns of endpoints that run concurrently in this worker. */
export class DeliveryTurns {
  readonly #running = new Map<Promise<void>, string>();
  readonly #deps: EngineDeps;
  readonly #owner = randomUUID();

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  /** Starts the turn of the next due endpoint. Returns false if none is due that may have a turn now. */
  async startNext(): Promise<boolean> {
    if (this.#running.size >= endpointsMax) await Promise.race(this.#running.keys());
    const claim = { owner: this.#owner, leaseMs, except: this.#crowded() };
    const webhook = await claimWebhook(claim, this.#deps.now());
    if (webhook === null) return false;
    const turn = this.#work(webhook).finally(() => this.#running.delete(turn));
    this.#running.set(turn, webhook.workspaceId);
    return true;
  }

  async #work(webhook: Parameters<typeof deliverTo>[0]): Promise<void> {
    try {
      if (await deliverTo(webhook, { ...this.#deps, changeViews })) wakeLoops();
    } catch (error) {
      this.#deps.log.error({ err: error, webhookId: webhook.id }, 'the turn of a webhook endpoint failed');
    }
  }

  #crowded(): string[] {
    const counts = Map.groupBy(this.#running.values(), (workspaceId) => workspaceId);
    return [...counts].filter(([, turns]) => turns.length >= endpointsPerWorkspace).map(([workspaceId]) => workspaceId);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running.keys());
  }
}

/** Delivers what is due now, in one turn of each endpoint. Returns false if there was nothing. For tests. */
export async function deliverDueWebhooks(deps: EngineDeps): Promise<boolean> {
  const turns = new DeliveryTurns(deps);
  let isAny = false;
  while (await turns.startNext()) isAny = true;
  await turns.settled();
  return isAny;
}

/**
 * Moves events from the outbox to the queue, and from there to the endpoints, each in its own turn, so that slow
 * receivers delay only themselves. Because every event passes through the outbox, this loop wakes the others.
 */
export function startWebhookLoop(deps: EngineDeps): Loop {
  const { pollMs: idleMs, isAnnounced } = deps.config.worker;
  const options = { idleMs, log: deps.log };
  const turns = new DeliveryTurns(deps);
  const queue = startLoop({
    ...options,
    name: 'webhook outbox',
    isWoken: isAnnounced,
    restFactorMax: isAnnounced ? restLonger : 1,
    step: () => queuePendingEvents(deps.now(), deps.onEvents),
  });
  const delivery = startLoop({
    ...options,
    name: 'webhook delivery',
    isWoken: true,
    restFactorMax: restLonger,
    step: () => turns.startNext(),
  });
  const forgotten = startLoop({
    ...options,
    name: 'forgotten webhooks',
    idleMs: forgottenMs,
    step: async () => (await wakeForgotten(deps.now())) > 0,
  });
  return {
    async stop() {
      await Promise.all([queue.stop(), delivery.stop(), forgotten.stop()]);
      await turns.settled();
    },
  };
}
