import { timingSafeEqual } from 'node:crypto';
import { hmacWith } from '../../secrets/hmac.ts';

const macLength = 22;

/** What proves that a link is ours. Links sent before the store had a link key were made with the root key. */
export function linkMac(linkKey: Buffer, workspaceId: string, messageId: string): string {
  return hmacWith(linkKey)
    .update(`outbound unsubscribe v1\n${bodyOf(workspaceId, messageId)}`)
    .digest('base64url')
    .slice(0, macLength);
}

function bodyOf(workspaceId: string, messageId: string): string {
  return Buffer.from(`${workspaceId}/${messageId}`).toString('base64url');
}

/** What stands in the unsubscribe link of one message. It never expires: people look for it in old mail. */
export function createUnsubscribeToken(linkKey: Buffer, workspaceId: string, messageId: string): string {
  return `${bodyOf(workspaceId, messageId)}.${linkMac(linkKey, workspaceId, messageId)}`;
}

export interface UnsubscribeToken {
  workspaceId: string;
  messageId: string;
  mac: string;
}

/** Null for what has not the form of a token. Whether we made it `isGenuine` says. */
export function readUnsubscribeToken(token: string): UnsubscribeToken | null {
  const [body = '', mac = ''] = token.split('.');
  const [workspaceId, messageId] = Buffer.from(body, 'base64url').toString().split('/');
  return workspaceId && messageId ? { workspaceId, messageId, mac } : null;
}

/** `keptMac` is what the store keeps for a link of another key. */
export function isGenuine(
  { workspaceId, messageId, mac }: UnsubscribeToken,
  linkKey: Buffer,
  keptMac?: string,
): boolean {
  const isSame = (expected: string) => {
    const [a, b] = [Buffer.from(mac), Buffer.from(expected)];
    return a.length === b.length && timingSafeEqual(a, b);
  };
  return isSame(linkMac(linkKey, workspaceId, messageId)) || (keptMac !== undefined && isSame(keptMac));
}
