import { checkVersion } from '../../../engine/context/check-version.ts';
import { newSealedSecret } from '../../../engine/events/webhooks/webhook-secrets.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import { updateWebhook } from '../../../store/events/webhooks/webhook-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { readWebhook, toWebhookView, WebhookView, webhookId } from './webhook-view.ts';

export const rotateWebhookSecret = defineWrite({
  name: 'rotate_webhook_secret',
  title: 'Rotate the secret of a webhook endpoint',
  summary: 'Replace the signing secret of a webhook endpoint.',
  description:
    'Creates a new signing secret for a webhook endpoint. For 24 hours, deliveries are signed with both ' +
    'secrets, so that the receiver can change over without losing any. Get the new secret with ' +
    'get_webhook_secret.',
  method: 'post',
  path: '/webhooks/{webhookId}/rotate-secret',
  scope: 'webhooks:write',
  effect: 'write',
  input: Input({ webhookId }),
  output: WebhookView,
  errors: ['not_found', 'version_conflict'],

  async plan({ webhookId: id }, ctx) {
    const webhook = await readWebhook(ctx, id);
    checkVersion(ctx, webhook);
    const effects = [
      { op: 'update' as const, type: 'webhook', id, label: webhook.url, changes: { secret: 'rotated' } },
    ];
    const summary = `Would rotate the secret of ${webhook.url}. The old one keeps signing for 24 hours.`;
    return { summary, effects, skipped: [], warnings: [], state: webhook };
  },

  async run(_input, { state: webhook }, ctx) {
    const changes = { secrets: [newSealedSecret(ctx), ...webhook.secrets.slice(0, 1)], rotatedAt: ctx.now() };
    const updated = await updateWebhook(webhook, changes, ctx.now());
    if (updated === null)
      throw new AppError('version_conflict', 'The endpoint has changed since it was read. Read it again.');
    return { data: toWebhookView(updated), summary: `Rotated the secret of ${updated.url}.` };
  },
});
