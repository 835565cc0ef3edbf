import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'];

/** Addresses, networks and names as Express knows them, comma-separated; `none` for nobody. Throws on what is none of them. */
export function proxiesOf(trustProxy: string): string[] {
  const items = trustProxy.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '' && item !== 'none');
}

/** Takes the forwarded headers of everybody away who is no trusted proxy: the services behind believe the launcher. */
export function believeProxies(trustProxy: string): (request: IncomingMessage) => void {
  const isTrusted = proxyAddr.compile(proxiesOf(trustProxy));
  return (request) => {
    if (isTrusted(request.socket.remoteAddress ?? '', 0)) return;
    for (const name of proxyHeaders) delete request.headers[name];
  };
}
