import { type Static, Type } from 'typebox';
import { eventScope, mayReadEvent } from '../../../domain/events/event-scope.ts';
import { webhookFields, webhookPayloads } from '../../../domain/events/webhooks/webhook-fields.ts';
import { viewSchema } from '../../../domain/fields/field-views.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, Named, OneOf, Text } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { type EventType, eventTypes } from '../../../store/events/event-store.ts';
import { findWebhook, type WebhookRecord } from '../../../store/events/webhooks/webhook-store.ts';

export const webhookId = Id('whk', 'The webhook endpoint.');

/** Input fields shared by create and update. */
export const webhookInput = {
  url: Text(2_000, 'Absolute http or https URL on the public internet, port 80 or 443.'),
  description: Type.String({ maxLength: 300, description: 'Purpose of the endpoint.' }),
  eventTypes: Type.Array(OneOf(eventTypes), {
    maxItems: eventTypes.length,
    uniqueItems: true,
    description: 'Event types to deliver. Empty: all that you can read.',
  }),
  payload: OneOf(webhookPayloads, {
    description: 'full adds the record to each event, and needs the approval of a person.',
  }),
  batchSize: webhookFields.batchSize.schema,
};

/** Text for an approval if whole records would be sent. Undefined otherwise. */
export function fullPayloadReason(payload: WebhookRecord['payload'] | undefined): string | undefined {
  return payload === 'full' ? 'It sends whole records, personal data included.' : undefined;
}

/** Rejects event types that the caller cannot read. Returns a warning if "all" leaves some out. */
export function checkEventTypes(types: readonly EventType[], { scopes }: ActionContext): string[] {
  const hidden = (types.length === 0 ? eventTypes : types).filter((type) => !mayReadEvent(type, scopes));
  if (hidden.length === 0) return [];
  const missing = [...new Set(hidden.map((type) => eventScope(type)!))];
  if (types.length === 0) return [`Events that need ${missing.join(', ')} are not delivered, because you lack it.`];
  throw new AppError('missing_scope', `${hidden.join(', ')} needs ${missing.join(', ')}.`, {
    field: 'eventTypes',
    missingScopes: missing,
  });
}

/** Endpoint as returned by the API, without its secret. get_webhook_secret returns the secret. */
export const WebhookView = Named('Webhook', viewSchema(webhookFields));

export function toWebhookView(webhook: WebhookRecord): Static<typeof WebhookView> {
  const { rotatedAt, nextProbeAt } = webhook;
  return viewOf(WebhookView, webhook, {
    secretRotatedAt: rotatedAt?.toISOString() ?? null,
    breaker: { state: nextProbeAt ? 'open' : 'closed', nextProbeAt: nextProbeAt?.toISOString() ?? null },
  });
}

export async function readWebhook(ctx: ActionContext, id: string): Promise<WebhookRecord> {
  const webhook = await findWebhook(ctx.workspaceId, id);
  if (webhook === null) throw notFound('webhook', id);
  return webhook;
}
