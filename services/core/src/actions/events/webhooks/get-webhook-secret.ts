import { Type } from 'typebox';
import { Input, Nullable, Timestamp } from '../../../schema/schema.ts';
import { unseal } from '../../../secrets/secret-box.ts';
import { defineRead } from '../../definition/define-action.ts';
import { readWebhook, webhookId } from './webhook-view.ts';

export const getWebhookSecret = defineRead({
  name: 'get_webhook_secret',
  title: 'Get the secret of a webhook endpoint',
  summary: 'Get the secret that signs deliveries.',
  description:
    'Returns the signing secret of a webhook endpoint (whsec_…), with which the receiver verifies deliveries ' +
    'using any Standard Webhooks library. Needs webhooks:write, because the holder of the secret can forge ' +
    'deliveries. Share it with care.',
  method: 'get',
  path: '/webhooks/{webhookId}/secret',
  scope: 'webhooks:write',
  personPage: '/app/webhooks/{webhookId}',
  input: Input({ webhookId }),
  output: Type.Object({
    secret: Type.String({
      format: 'password',
      description: 'whsec_…: secret that signs deliveries (Standard Webhooks).',
    }),
    rotatedAt: Nullable(Timestamp('Time of the last rotation.')),
  }),
  errors: ['not_found'],

  async run({ webhookId: id }, ctx) {
    const { url, secrets, rotatedAt } = await readWebhook(ctx, id);
    const secret = unseal(ctx.config.keyRing, ctx.workspaceId, secrets[0]!);
    return { data: { secret, rotatedAt: rotatedAt?.toISOString() ?? null }, summary: `The secret of ${url}.` };
  },
});
