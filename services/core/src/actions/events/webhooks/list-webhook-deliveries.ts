import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input, OneOf, paging } from '../../../schema/schema.ts';
import { eventTypes } from '../../../store/events/event-store.ts';
import { deliveryStates, listDeliveries } from '../../../store/events/webhooks/delivery-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { DeliveryView, toDeliveryView } from './delivery-view.ts';
import { readWebhook, webhookId } from './webhook-view.ts';

export const listWebhookDeliveries = defineRead({
  name: 'list_webhook_deliveries',
  title: 'List webhook deliveries',
  summary: 'List deliveries to a webhook endpoint.',
  description:
    'Lists the deliveries to one webhook endpoint, newest first, with each attempt: status, duration, error, ' +
    'and the beginning of the response. Deliveries are kept for 35 days. To repeat one, use redeliver_webhook.',
  method: 'get',
  path: '/webhooks/{webhookId}/deliveries',
  scope: 'webhooks:read',
  input: Input({
    webhookId,
    state: Type.Optional(OneOf(deliveryStates, { description: 'Only deliveries in this state.' })),
    eventType: Type.Optional(OneOf(eventTypes, { description: 'Only events of this type.' })),
    ...paging,
  }),
  output: Type.Array(DeliveryView),
  errors: ['not_found'],
  isPaged: true,

  async run(input, ctx) {
    const { id } = await readWebhook(ctx, input.webhookId);
    const request = ctx.pager.request(input, '-id');
    const { state, eventType } = input;
    const found = await listDeliveries(ctx.workspaceId, id, { state, eventType }, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toDeliveryView), page, summary: `${counted(found.items.length, 'delivery')}.` };
  },
});
