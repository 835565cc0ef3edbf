import { IncomingMessage } from 'node:http';

export interface Replay {
  url: string;
  baseUrl: string;
  body?: { type: string; text: string };
  /** Keeps all cookies if absent. */
  keepsCookie?(name: string): boolean;
}

/**
 * A copy of the request with another URL or body, for oidc-provider, which reads the raw stream. It also shows the
 * public URL instead of the name that the proxy used, because oidc-provider builds its URLs from it.
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
  // An incomplete message would close its socket at the end.
  replay.complete = true;
  replay.push(null);
  return replay;
}
