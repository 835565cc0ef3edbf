import { createHmac, hash } from 'node:crypto';

/** The name of the header by which the core knows that a call came through the gateway. */
export const gatewayMarkHeader = 'x-outbound-gateway';

interface Marked {
  authorization: string;
  previewId?: string;
  /** Of the client that asked. */
  address?: string;
}

/** What the gateway says of a call, signed for this one credential: nobody else can say it. The core believes it for a minute. */
export function gatewayMark({ authorization, previewId, address }: Marked, secret: string, now: number): string {
  const said = Buffer.from(JSON.stringify({ at: now, previewId, address })).toString('base64url');
  const signature = createHmac('sha256', secret)
    .update(`${said}.${hash('sha256', authorization)}`)
    .digest('base64url');
  return `${said}.${signature}`;
}
