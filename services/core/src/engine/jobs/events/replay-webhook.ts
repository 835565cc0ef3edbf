import { findEventsBetween } from '../../../store/events/event-periods.ts';
import type { OutboundEvent } from '../../../store/events/event-store.ts';
import { replayDeliveries } from '../../../store/events/webhooks/delivery-store.ts';
import { findWebhook } from '../../../store/events/webhooks/webhook-store.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import { deliveryOf, wantsEvent } from '../../events/webhooks/queue-deliveries.ts';
import { batchesAfter } from '../batches-after.ts';
import { defineJob } from '../job-handler.ts';

const batchSize = 500;

export interface ReplayInput {
  webhookId: string;
  /** ISO 8601. */
  from: string;
  to: string;
}

/** Queues the events of a period for an endpoint again, those it already got included. */
export const replayWebhookJob = defineJob<OutboundEvent[]>({
  batches(job, { workspaceId }) {
    const { from, to } = inputOf<ReplayInput>(job);
    const period = { from: new Date(from), to: new Date(to) };
    return batchesAfter(job, batchSize, (page) => findEventsBetween(workspaceId, { ...period, ...page }));
  },

  async apply(batch, job, ctx) {
    const webhook = await findWebhook(ctx.workspaceId, inputOf<ReplayInput>(job).webhookId);
    const wanted = webhook === null ? [] : batch.filter((event) => wantsEvent(webhook, event));
    await replayDeliveries(
      wanted.map((event) => deliveryOf(webhook!, event)),
      ctx.now(),
    );
    return { checkpoint: { lastId: batch.at(-1)!.id }, results: [], done: batch.length };
  },
});
