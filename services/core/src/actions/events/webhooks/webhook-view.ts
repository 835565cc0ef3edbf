import { type Static, Type } from 'typebox';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { notFound } from '../../../errors/errors.ts';
import { ForeignName } from '../../../schema/foreign.ts';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { eventTypes } from '../../../store/events/event-store.ts';
import {
  findWebhook,
  type WebhookRecord,
  webhookPauseReasons,
  webhookStates,
} from '../../../store/events/webhooks/webhook-store.ts';

export const webhookId = Id('whk', 'The webhook endpoint.');

/** Input fields shared by create and update. */
export const webhookFields = {
  url: Text(2_000, 'Absolute http or https URL on the public internet, port 80 or 443.'),
  description: Type.String({ maxLength: 300, description: 'What the endpoint is for.' }),
  eventTypes: Type.Array(OneOf(eventTypes), {
    maxItems: eventTypes.length,
    uniqueItems: true,
    description: 'Types of events to deliver; empty: all.',
  }),
};

/** Endpoint as returned by the API, without its secret. get_webhook_secret returns the secret. */
export const WebhookView = Named(
  'Webhook',
  Type.Object({
    id: Type.String({ description: 'whk_….' }),
    url: Type.String({ description: 'Where events are delivered.' }),
    description: Type.String({ description: 'What the endpoint is for.' }),
    eventTypes: Type.Array(Type.String(), { description: 'Empty: all.' }),
    state: OneOf(webhookStates, { description: 'disabled: the endpoint said that it is gone (410).' }),
    pauseReason: Nullable(OneOf(webhookPauseReasons, { description: 'Why nothing is delivered, when paused.' })),
    failureCount: Type.Integer({ description: 'Failed attempts since the last success.' }),
    failingSince: Nullable(Timestamp('First failure since the last success.')),
    lastSuccessAt: Nullable(Timestamp('Last delivery taken.')),
    lastError: Nullable(ForeignName(Type.String({ description: 'Why the last attempt failed.' }))),
    secretRotatedAt: Nullable(Timestamp('The secret before this one signs for 24 hours more.')),
    createdAt: Timestamp('When it was created.'),
    updatedAt: Timestamp('When its settings changed last.'),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
  }),
);

export function toWebhookView(webhook: WebhookRecord): Static<typeof WebhookView> {
  return viewOf(WebhookView, webhook, { secretRotatedAt: webhook.rotatedAt?.toISOString() ?? null });
}

export async function readWebhook(ctx: ActionContext, id: string): Promise<WebhookRecord> {
  const webhook = await findWebhook(ctx.workspaceId, id);
  if (webhook === null) throw notFound('webhook', id);
  return webhook;
}
