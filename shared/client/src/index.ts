export { createOutbound, type Outbound, type OutboundOptions, type Preview } from './outbound.ts';
export { OutboundError, type Refusal } from './outbound-error.ts';
export type { RetryOptions } from './retrying-fetch.ts';
export { verifyWebhook, type WebhookEvent } from './verify-webhook.ts';
