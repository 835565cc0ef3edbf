import { createHmac } from 'node:crypto';
import { hmacWith } from '../../secrets/hmac.ts';

/** How the digest key of a store was derived while it had none of its own; its digests go on to hold. */
export function derivedDigestKey(secretKey: Buffer): Buffer {
  return createHmac('sha256', secretKey).update('outbound suppression v1').digest();
}

/** What remains of an erased address: enough to recognise it when it comes again, not enough to read it. */
export function suppressionDigest(digestKey: Buffer, workspaceId: string, value: string): string {
  return hmacWith(digestKey).update(`${workspaceId}\n${value.toLowerCase()}`).digest('hex');
}

/** The domains that a suppression may name for this address: its own and each parent with at least two labels. */
export function domainsOf(address: string): string[] {
  const labels = address.toLowerCase().split('@').at(-1)!.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
