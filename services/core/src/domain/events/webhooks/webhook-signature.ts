import { createHmac, randomBytes } from 'node:crypto';

const secretBytes = 32;
const prefix = 'whsec_';

/** Period after a rotation in which the previous secret also signs. */
export const secretOverlapMs = 24 * 60 * 60 * 1000;

/** Signing secret of an endpoint, in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/** Secrets that currently sign, from a list ordered newest first. */
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

/** Headers of Standard Webhooks (standardwebhooks.com), with one signature per secret, separated by spaces. */
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
