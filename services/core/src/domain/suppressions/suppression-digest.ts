import { createHmac } from 'node:crypto';
import { hmacWith } from '../../secrets/hmac.ts';

/** Derives the digest key used before stores had their own. Its digests stay valid. */
export function derivedDigestKey(secretKey: Buffer): Buffer {
  return createHmac('sha256', secretKey).update('outbound suppression v1').digest();
}

/** Digest of an erased email address. Recognizes the address if it returns, but cannot be reversed. */
export function suppressionDigest(digestKey: Buffer, workspaceId: string, value: string): string {
  return hmacWith(digestKey).update(`${workspaceId}\n${value.toLowerCase()}`).digest('hex');
}

/** Domains whose suppression covers this address: its own, and each parent with at least two labels. */
export function domainsOf(address: string): string[] {
  const labels = address.toLowerCase().split('@').at(-1)!.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
