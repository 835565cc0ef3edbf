import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** The name of the header by which the core knows that a call came through the gateway. */
export const gatewayMarkHeader = 'x-outbound-gateway';

/** The core believes a mark for a minute; what says nothing of one call alone is said again for so long. */
const reuseMs = 5_000;
const keptCountMax = 1_000;

interface Marked {
  authorization: string;
  previewId?: string;
  /** Of the client that asked. */
  address?: string;
}

/** What the gateway says of a call, signed for this one credential: nobody else can say it. */
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

/** Makes marks, and keeps those that say nothing of one confirmation alone. */
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
