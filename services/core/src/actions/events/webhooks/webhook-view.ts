import { type Static, Type } from 'typebox';
import { webhookFields } from '../../../domain/events/webhooks/webhook-fields.ts';
import { viewSchema } from '../../../domain/fields/field-views.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { notFound } from '../../../errors/errors.ts';
import { Id, Named, OneOf, Text } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { eventTypes } from '../../../store/events/event-store.ts';
import { findWebhook, type WebhookRecord } from '../../../store/events/webhooks/webhook-store.ts';

export const webhookId = Id('whk', 'The webhook endpoint.');

/** Input fields shared by create and update. */
export const webhookInput = {
  url: Text(2_000, 'Absolute http or https URL on the public internet, port 80 or 443.'),
  description: Type.String({ maxLength: 300, description: 'Purpose of the endpoint.' }),
  eventTypes: Type.Array(OneOf(eventTypes), {
    maxItems: eventTypes.length,
    uniqueItems: true,
    description: 'Event types to deliver. Empty: all.',
  }),
};

/** Endpoint as returned by the API, without its secret. get_webhook_secret returns the secret. */
export const WebhookView = Named('Webhook', viewSchema(webhookFields));

export function toWebhookView(webhook: WebhookRecord): Static<typeof WebhookView> {
  return viewOf(WebhookView, webhook, { secretRotatedAt: webhook.rotatedAt?.toISOString() ?? null });
}

export async function readWebhook(ctx: ActionContext, id: string): Promise<WebhookRecord> {
  const webhook = await findWebhook(ctx.workspaceId, id);
  if (webhook === null) throw notFound('webhook', id);
  return webhook;
}
