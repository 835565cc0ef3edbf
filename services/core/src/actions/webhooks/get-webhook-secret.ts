import { Type } from 'typebox';
import { webhookSecret } from '../../domain/webhooks/webhook-signature.ts';
import { defineRead } from '../define-action.ts';
import { Input, Nullable, Timestamp } from '../schema.ts';
import { readWebhook, webhookId } from './webhook-view.ts';

export const getWebhookSecret = defineRead({
  name: 'get_webhook_secret',
  title: 'Get the secret of a webhook endpoint',
  summary: 'Read the secret that deliveries are signed with.',
  description:
    'Reads the signing secret of a webhook endpoint (whsec_…), for the receiver to verify deliveries with any library for Standard Webhooks. Needs webhooks:write, because the holder of the secret can forge deliveries: pass it on with care.',
  method: 'get',
  path: '/webhooks/{webhookId}/secret',
  scope: 'webhooks:write',
  input: Input({ webhookId }),
  output: Type.Object({
    secret: Type.String({ description: 'whsec_…: what deliveries are signed with (Standard Webhooks).' }),
    rotatedAt: Nullable(Timestamp('Last rotation.')),
  }),
  errors: ['not_found'],

  async run({ webhookId: id }, ctx) {
    const { url, generation, rotatedAt } = await readWebhook(ctx, id);
    const secret = webhookSecret(ctx.config.secretKey, id, generation);
    return { data: { secret, rotatedAt: rotatedAt?.toISOString() ?? null }, summary: `The secret of ${url}.` };
  },
});
