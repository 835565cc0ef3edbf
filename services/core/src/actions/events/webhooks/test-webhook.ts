import { webhookHeaders } from '../../../domain/events/webhooks/webhook-signature.ts';
import { newId } from '../../../domain/values/ids.ts';
import { openSecrets } from '../../../engine/events/webhooks/webhook-secrets.ts';
import { Input } from '../../../schema/schema.ts';
import { insertTestDelivery } from '../../../store/events/webhooks/delivery-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { DeliveryView, toDeliveryView } from './delivery-view.ts';
import { readWebhook, webhookId } from './webhook-view.ts';

const testType = 'webhook.test';

export const testWebhook = defineWrite({
  name: 'test_webhook',
  title: 'Test a webhook endpoint',
  summary: 'Send a signed test event to a webhook endpoint now.',
  description:
    'Sends one signed event of the type webhook.test to the endpoint immediately and returns the result: ' +
    'status, duration, and the beginning of the response. It is not retried, and also works for a paused ' +
    'endpoint. Takes up to 15 seconds.',
  method: 'post',
  path: '/webhooks/{webhookId}/test',
  scope: 'webhooks:write',
  effect: 'write',
  input: Input({ webhookId }),
  output: DeliveryView,
  errors: ['not_found'],
  untrusted: ['attempts[].responseText'],

  async plan({ webhookId: id }, ctx) {
    const webhook = await readWebhook(ctx, id);
    const effects = [{ op: 'send' as const, type: 'test event', id, label: webhook.url }];
    const summary = `Would send a test event to ${webhook.url}.`;
    return { summary, effects, skipped: [], warnings: [], state: webhook };
  },

  async perform(_input, { state: webhook }, ctx) {
    const at = ctx.now();
    const eventId = newId('evt');
    const data = { message: 'This is a test.' };
    const body = JSON.stringify({
      id: eventId,
      type: testType,
      timestamp: at.toISOString(),
      subjectId: webhook.id,
      data,
    });
    const headers = webhookHeaders(openSecrets(webhook, ctx.config, at), { id: eventId, sentAt: at, body });
    return { at, eventId, outcome: await ctx.ports.webhooks.post(webhook.url, headers, body) };
  },

  async run({ webhookId: id }, plan, ctx, { at, eventId, outcome }) {
    const { status, durationMs, error, responseText } = outcome;
    const subject = { workspaceId: ctx.workspaceId, webhookId: id, eventId, eventType: testType, subjectId: id };
    const attempt = { at, status, durationMs, error, responseText };
    const delivery = await insertTestDelivery(subject, attempt, error === null, ctx.now());
    const summary = error === null ? `${plan.state.url} accepted the test event.` : `The test failed: ${error}`;
    return { data: toDeliveryView(delivery), summary };
  },
});
