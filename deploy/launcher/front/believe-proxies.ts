import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'];

/** Comma-separated IP addresses, networks, and names as in Express; `none` trusts no proxy. Throws on anything else. */
export function proxiesOf(trustProxy: string): string[] {
  const items = trustProxy.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '' && item !== 'none');
}

/** True for the addresses of trusted proxies. Throws on an unknown one. */
export function trustedBy(trustProxy: string): (address: string) => boolean {
  const isTrusted = proxyAddr.compile(proxiesOf(trustProxy));
  return (address) => isTrusted(address, 0);
}

/** Removes forwarded headers unless they come from a trusted proxy. The services behind trust the launcher. */
export function believeProxies(trustProxy: string): (request: IncomingMessage) => void {
  const isTrusted = trustedBy(trustProxy);
  return (request) => {
    if (isTrusted(request.socket.remoteAddress ?? '')) return;
    for (const name of proxyHeaders) delete request.headers[name];
  };
}
