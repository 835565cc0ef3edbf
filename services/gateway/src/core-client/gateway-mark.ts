import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** Header that tells the core that a call came through the gateway. */
export const gatewayMarkHeader = 'x-outbound-gateway';

/** Reuse time of a mark without a preview ID. The core accepts a mark for one minute. */
const reuseMs = 5_000;
const keptCountMax = 1_000;

interface Marked {
  authorization: string;
  previewId?: string;
  /** Network address of the calling client. */
  address?: string;
}

/** Signed statement of the gateway about a call, bound to one credential so that no one else can make it. */
export function gatewayMark(
  { authorization, previewId, address }: Marked,
  secret: string | KeyObject,
  now: number,
): string {
  const said = Buffer.from(JSON.stringify({ at: now, previewId, address })).toString('base64url');
  const signature = createHmac('sha256', secret)
    .update(`${said}.${hash('sha256', authorization)}`)
    .digest('base64url');
  return `${said}.${signature}`;
}

/** Creates marks, and reuses those that don't name a confirmation. */
export function gatewayMarks(secret: string, now: () => number = Date.now): (marked: Marked) => string {
  const key = createSecretKey(secret, 'utf8');
  const kept = new Map<string, { mark: string; until: number }>();

  return (marked) => {
    if (marked.previewId !== undefined) return gatewayMark(marked, key, now());
    const name = `${marked.address} ${marked.authorization}`;
    const known = kept.get(name);
    if (known && known.until > now()) return known.mark;
    const mark = gatewayMark(marked, key, now());
    if (kept.size >= keptCountMax) kept.clear();
    kept.set(name, { mark, until: now() + reuseMs });
    return mark;
  };
}
