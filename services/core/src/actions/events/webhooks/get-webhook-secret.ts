import { Type } from 'typebox';
import { Input, Nullable, Timestamp } from '../../../schema/schema.ts';
import { unseal } from '../../../secrets/secret-box.ts';
import { defineRead } from '../../definition/define-action.ts';
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
  personPage: '/app/webhooks/{webhookId}',
  input: Input({ webhookId }),
  output: Type.Object({
    secret: Type.String({
      format: 'password',
      description: 'whsec_…: what deliveries are signed with (Standard Webhooks).',
    }),
    rotatedAt: Nullable(Timestamp('Last rotation.')),
  }),
  errors: ['not_found'],

  async run({ webhookId: id }, ctx) {
    const { url, secrets, rotatedAt } = await readWebhook(ctx, id);
    const secret = unseal(ctx.config.keyRing, ctx.workspaceId, secrets[0]!);
    return { data: { secret, rotatedAt: rotatedAt?.toISOString() ?? null }, summary: `The secret of ${url}.` };
  },
});
