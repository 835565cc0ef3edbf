import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** Gateway claims about a call with a member's API key or for a signed-in client. */
export interface GatewayMark {
  /** Preview that the call confirms. */
  previewId?: string;
  /** Address of the client behind the gateway. */
  address?: string;
}

const validMs = 60_000;
const previewPattern = /^[\w-]{1,100}$/;
const addressPattern = /^[\da-f:.]{2,45}$/i;

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Reads the header that only the gateway can write. Its claims are signed with INTERNAL_SECRET for this one credential
 * and expire after a minute. Returns null for anything else.
 */
export function readGatewayMark(
  header: string,
  { authorization, secret, now }: { authorization: string; secret: string; now: Date },
): GatewayMark | null {
  if (header === '') return null;
  const [said = '', signature = ''] = header.split('.');
  const signed = createHmac('sha256', secret)
    .update(`${said}.${hash('sha256', authorization)}`)
    .digest('base64url');
  if (!isSame(signature, signed)) return null;
  const { at, previewId, address } = JSON.parse(Buffer.from(said, 'base64url').toString());
  if (typeof at !== 'number' || Math.abs(now.getTime() - at) > validMs) return null;
  return {
    ...(typeof previewId === 'string' && previewPattern.test(previewId) && { previewId }),
    ...(typeof address === 'string' && addressPattern.test(address) && { address }),
  };
}
