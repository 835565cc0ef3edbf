import { timingSafeEqual } from 'node:crypto';
import { hmacWith } from '../../secrets/hmac.ts';

const macLength = 22;

/** Proof that a link is ours. Links sent before the store had a link key used the root key. */
export function linkMac(linkKey: Buffer, workspaceId: string, messageId: string): string {
  return hmacWith(linkKey)
    .update(`outbound unsubscribe v1\n${bodyOf(workspaceId, messageId)}`)
    .digest('base64url')
    .slice(0, macLength);
}

function bodyOf(workspaceId: string, messageId: string): string {
  return Buffer.from(`${workspaceId}/${messageId}`).toString('base64url');
}

/** Token in a message's unsubscribe link. It never expires, because people use links in old mail. */
export function createUnsubscribeToken(linkKey: Buffer, workspaceId: string, messageId: string): string {
  return `${bodyOf(workspaceId, messageId)}.${linkMac(linkKey, workspaceId, messageId)}`;
}

export interface UnsubscribeToken {
  workspaceId: string;
  messageId: string;
  mac: string;
}

/**
 * Returns null for text without the form of a token. `isGenuine` checks that we created it. Mail programs and trackers
 * append characters to links, so any after the token are ignored.
 */
export function readUnsubscribeToken(text: string): UnsubscribeToken | null {
  const [, body = '', mac = ''] = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{1,22})/.exec(text) ?? [];
  const [workspaceId, messageId] = Buffer.from(body, 'base64url').toString().split('/');
  return workspaceId && messageId ? { workspaceId, messageId, mac } : null;
}

/** `keptMac`: value in the store for a link created with another key. */
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
