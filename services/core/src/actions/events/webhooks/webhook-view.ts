import { type Static, Type } from 'typebox';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { notFound } from '../../../errors/errors.ts';
import { ForeignName } from '../../../schema/foreign.ts';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../../schema/schema.ts';
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
  description: Type.String({ maxLength: 300, description: 'Purpose of the endpoint.' }),
  eventTypes: Type.Array(OneOf(eventTypes), {
    maxItems: eventTypes.length,
    uniqueItems: true,
    description: 'Event types to deliver. Empty: all.',
  }),
};

/** Endpoint as returned by the API, without its secret. get_webhook_secret returns the secret. */
export const WebhookView = Named(
  'Webhook',
  Type.Object({
    id: Type.String({ description: 'whk_….' }),
    url: Type.String({ description: 'URL that receives the events.' }),
    description: Type.String({ description: 'Purpose of the endpoint.' }),
    eventTypes: Type.Array(Type.String(), { description: 'Empty: all.' }),
    state: OneOf(webhookStates, { description: 'disabled: the endpoint returned 410 (gone).' }),
    pauseReason: Nullable(OneOf(webhookPauseReasons, { description: 'Reason for the pause.' })),
    failureCount: Type.Integer({ description: 'Failed attempts since the last success.' }),
    failingSince: Nullable(Timestamp('First failure since the last success.')),
    lastSuccessAt: Nullable(Timestamp('Last successful delivery.')),
    lastError: Nullable(ForeignName(Type.String({ description: 'Reason the last attempt failed.' }))),
    secretRotatedAt: Nullable(Timestamp('Time until which the previous secret also signs.')),
    createdAt: Timestamp('Creation time.'),
    updatedAt: Timestamp('Time of the last settings change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

function iso(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null;
}

export function toWebhookView(webhook: WebhookRecord): Static<typeof WebhookView> {
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    eventTypes: webhook.eventTypes,
    state: webhook.state,
    pauseReason: webhook.pauseReason,
    failureCount: webhook.failureCount,
    failingSince: iso(webhook.failingSince),
    lastSuccessAt: iso(webhook.lastSuccessAt),
    lastError: webhook.lastError,
    secretRotatedAt: iso(webhook.rotatedAt),
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
    version: webhook.version,
  };
}

export async function readWebhook(ctx: ActionContext, id: string): Promise<WebhookRecord> {
  const webhook = await findWebhook(ctx.workspaceId, id);
  if (webhook === null) throw notFound('webhook', id);
  return webhook;
}
