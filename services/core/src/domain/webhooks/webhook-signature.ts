import { createHmac, hkdfSync } from 'node:crypto';

const secretBytes = 32;
const prefix = 'whsec_';

/** How long the secret before a rotation goes on to sign beside the new one. */
export const secretOverlapMs = 24 * 60 * 60 * 1000;

/**
 * The signing secret of an endpoint, in the form of Standard Webhooks. It is derived from the root key, so that none lies
 * in the store; a rotation is the next generation.
 */
export const webhookSecret = (secretKey: Buffer, webhookId: string, generation: number): string => {
  const context = `outbound webhook secret v1 ${webhookId} ${generation}`;
  return prefix + Buffer.from(hkdfSync('sha256', secretKey, '', context, secretBytes)).toString('base64');
};

/** The generations that sign at this moment, the newest first. */
export const signingGenerations = (
  { generation, rotatedAt }: { generation: number; rotatedAt: Date | null },
  now: Date,
): number[] => {
  const isOverlap = rotatedAt !== null && now.getTime() < rotatedAt.getTime() + secretOverlapMs;
  return isOverlap ? [generation, generation - 1] : [generation];
};

const signature = (secret: string, signed: string): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/** The headers of Standard Webhooks (standardwebhooks.com): one signature per secret, with a space in between. */
export const webhookHeaders = (
  secrets: readonly string[],
  message: { id: string; sentAt: Date; body: string },
): Record<string, string> => {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signature(secret, signed)).join(' '),
  };
};
