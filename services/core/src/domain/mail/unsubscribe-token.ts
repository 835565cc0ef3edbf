import { createHmac, timingSafeEqual } from 'node:crypto';

const macLength = 22;

const macOf = (secretKey: Buffer, body: string): string =>
  createHmac('sha256', secretKey).update(`outbound unsubscribe v1\n${body}`).digest('base64url').slice(0, macLength);

/** What stands in the unsubscribe link of one message. It never expires: people look for it in old mail. */
export const createUnsubscribeToken = (secretKey: Buffer, workspaceId: string, messageId: string): string => {
  const body = Buffer.from(`${workspaceId}/${messageId}`).toString('base64url');
  return `${body}.${macOf(secretKey, body)}`;
};

/** Null for what we did not make. */
export const readUnsubscribeToken = (
  secretKey: Buffer,
  token: string,
): { workspaceId: string; messageId: string } | null => {
  const [body = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac);
  const expected = Buffer.from(macOf(secretKey, body));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [workspaceId, messageId] = Buffer.from(body, 'base64url').toString().split('/');
  return workspaceId && messageId ? { workspaceId, messageId } : null;
};
