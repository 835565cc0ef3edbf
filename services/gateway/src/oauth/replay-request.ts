import { IncomingMessage } from 'node:http';

export interface Replay {
  url: string;
  baseUrl: string;
  body?: { type: string; text: string };
  /** All of them when absent. */
  keepsCookie?(name: string): boolean;
}

/**
 * A request like the given one, with another URL or body, as oidc-provider reads the raw stream. It also sees the public
 * address instead of whatever the proxy in front called us by, for it builds its URLs from it.
 */
export function replayRequest(req: IncomingMessage, { url, baseUrl, body, keepsCookie }: Replay): IncomingMessage {
  const replay = new IncomingMessage(req.socket);
  const { host, protocol } = new URL(baseUrl);
  const { 'x-forwarded-host': _host, 'transfer-encoding': _encoding, ...headers } = req.headers;
  replay.method = req.method;
  replay.url = url;
  replay.httpVersion = req.httpVersion;
  replay.headers = { ...headers, host, 'x-forwarded-proto': protocol.slice(0, -1) };
  if (keepsCookie) {
    const cookies = (headers.cookie ?? '').split(/; */);
    replay.headers.cookie = cookies.filter((cookie) => keepsCookie(cookie.split('=')[0]!)).join('; ');
  }
  if (body) {
    replay.headers['content-type'] = body.type;
    replay.headers['content-length'] = String(Buffer.byteLength(body.text));
    replay.push(body.text);
  }
  // An incomplete message would take its socket along when it ends.
  replay.complete = true;
  replay.push(null);
  return replay;
}
