import type { webhooks } from '@outbound/contract/openapi';
import { Webhook } from 'standardwebhooks';

type Webhooks = { [Type in keyof webhooks]: webhooks[Type] };
type BodyOf<Delivery> = Delivery extends { post: { requestBody: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

/** An event as webhooks carry it: its `type` says what its `data` holds. */
export type WebhookEvent = BodyOf<Webhooks[keyof Webhooks]>;

/**
 * Checks the signature of a delivery by the rules of Standard Webhooks and returns its event. `secret` is the endpoint's
 * (whsec_…), `body` the raw text as received. Throws when the signature does not fit or is older than five minutes.
 */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): WebhookEvent {
  const single = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return new Webhook(secret).verify(body, Object.fromEntries(single)) as WebhookEvent;
}
