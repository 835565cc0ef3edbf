import { createHmac, randomBytes } from 'node:crypto';

const secretBytes = 32;
const prefix = 'whsec_';

/** How long the secret before a rotation goes on to sign beside the new one. */
export const secretOverlapMs = 24 * 60 * 60 * 1000;

/** A signing secret of an endpoint, in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/** The secrets that sign at this moment, of those that are kept with the newest first. */
export function signingSecrets(
  { secrets, rotatedAt }: { secrets: readonly string[]; rotatedAt: Date | null },
  now: Date,
): readonly string[] {
  const isOverlap = rotatedAt !== null && now.getTime() < rotatedAt.getTime() + secretOverlapMs;
  return secrets.slice(0, isOverlap ? 2 : 1);
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** The headers of Standard Webhooks (standardwebhooks.com): one signature per secret, with a space in between. */
export function webhookHeaders(
  secrets: readonly string[],
  message: { id: string; sentAt: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signature(secret, signed)).join(' '),
  };
}
