import type { webhooks } from '@outbound/contract/openapi';
import { Webhook } from 'standardwebhooks';

type Webhooks = { [Type in keyof webhooks]: webhooks[Type] };
type BodyOf<Delivery> = Delivery extends { post: { requestBody: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

/** A webhook event. Its `type` determines the members of `data`. */
export type WebhookEvent = BodyOf<Webhooks[keyof Webhooks]>;

/**
 * Verifies the signature of a delivery (Standard Webhooks) and returns its event. `secret` is the endpoint's secret
 * (whsec_…), `body` the raw text as received. Throws if the signature is invalid or older than five minutes.
 */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): WebhookEvent {
  const single = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return new Webhook(secret).verify(body, Object.fromEntries(single)) as WebhookEvent;
}
