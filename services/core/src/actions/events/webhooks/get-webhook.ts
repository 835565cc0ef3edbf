import { Input } from '../../../schema/schema.ts';
import { defineRead } from '../../definition/define-action.ts';
import { readWebhook, toWebhookView, WebhookView, webhookId } from './webhook-view.ts';

export const getWebhook = defineRead({
  name: 'get_webhook',
  title: 'Get a webhook endpoint',
  summary: 'Read one webhook endpoint.',
  description:
    'Reads one webhook endpoint: address, types of events, state, and how deliveries go. list_webhook_deliveries shows the single deliveries.',
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
