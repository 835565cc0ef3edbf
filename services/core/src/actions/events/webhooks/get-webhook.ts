import { Input } from '../../../schema/schema.ts';
import { defineRead } from '../../definition/define-action.ts';
import { readWebhook, toWebhookView, WebhookView, webhookId } from './webhook-view.ts';

export const getWebhook = defineRead({
  name: 'get_webhook',
  title: 'Get a webhook endpoint',
  summary: 'Get one webhook endpoint.',
  description:
    'Returns one webhook endpoint: URL, event types, state, and the result of recent deliveries. For single ' +
    'deliveries, use list_webhook_deliveries.',
  method: 'get',
  path: '/webhooks/{webhookId}',
  scope: 'webhooks:read',
  input: Input({ webhookId }),
  output: WebhookView,
  errors: ['not_found'],

  async run({ webhookId: id }, ctx) {
    const webhook = await readWebhook(ctx, id);
    return { data: toWebhookView(webhook), summary: `${webhook.url} is ${webhook.state}.` };
  },
});
