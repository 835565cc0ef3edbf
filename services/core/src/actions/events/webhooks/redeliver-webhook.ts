import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { findEvent } from '../../../store/events/event-store.ts';
import { findDelivery, requeueDelivery } from '../../../store/events/webhooks/delivery-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { DeliveryView, toDeliveryView } from './delivery-view.ts';
import { readWebhook, webhookId } from './webhook-view.ts';

export const redeliverWebhook = defineWrite({
  name: 'redeliver_webhook',
  title: 'Deliver an event again',
  summary: 'Repeat one webhook delivery.',
  description:
    'Queues an ended delivery again with the same webhook-id, so that the receiver can recognize it. Rejected ' +
    'while it is pending, if the endpoint is not active, or if the event is no longer kept.',
  method: 'post',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  scope: 'webhooks:write',
  effect: 'write',
  input: Input({ webhookId, deliveryId: Id('dlv', 'The delivery.') }),
  output: DeliveryView,
  errors: ['not_found', 'invalid_state', 'expired'],

  async plan({ webhookId: id, deliveryId }, ctx) {
    const webhook = await readWebhook(ctx, id);
    const delivery = await findDelivery(ctx.workspaceId, id, deliveryId);
    if (delivery === null) throw notFound('delivery', deliveryId);
    if (webhook.state !== 'active')
      throw new AppError('invalid_state', `The endpoint is ${webhook.state}. Resume it first.`);
    if (delivery.state === 'pending') throw new AppError('invalid_state', 'The delivery is still pending.');
    if (delivery.isTest) throw new AppError('invalid_state', 'A test is not repeated. Use test_webhook.');
    const event = await findEvent(ctx.workspaceId, delivery.eventId);
    if (event === null) throw new AppError('expired', 'The event is no longer kept.');
    const label = `${delivery.eventType} to ${webhook.url}`;
    const effects = [{ op: 'schedule' as const, type: 'delivery', id: deliveryId, label }];
    return { summary: `Would deliver ${label} again.`, effects, skipped: [], warnings: [], state: delivery };
  },

  async run(_input, plan, ctx) {
    const queued = await requeueDelivery(plan.state, ctx.now());
    if (queued === null) throw new AppError('invalid_state', 'The delivery is already pending.');
    return { data: toDeliveryView(queued), summary: `Queued ${queued.eventType} for delivery again.` };
  },
});
