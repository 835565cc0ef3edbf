import { isIP } from 'node:net';
import { type Dispatcher, ProxyAgent } from 'undici';
import type { ProxySettings } from '../settings/config.ts';

/** True if NO_PROXY names the host: exactly, as a parent domain, with its port, or with "*". */
function isExcluded({ hostname, host }: URL, noProxy: readonly string[]): boolean {
  return noProxy.some((entry) => {
    const name = entry.toLowerCase().replace(/^\*?\./, '');
    return entry === '*' || [hostname, host].includes(name) || hostname.endsWith(`.${name}`);
  });
}

/**
 * Chooses the proxy of HTTPS_PROXY for a URL. The proxy resolves the name. Undefined for hosts in NO_PROXY and for IP
 * addresses, which are reached directly, with the caller's own guard against requests into the network.
 */
export function proxyAgent(proxy: ProxySettings | undefined): (url: URL) => Dispatcher | undefined {
  if (proxy === undefined) return () => undefined;
  const agent = new ProxyAgent({ uri: proxy.url, proxyTunnel: true });
  return (url) => {
    const isAddress = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
    return isAddress || isExcluded(url, proxy.noProxy) ? undefined : agent;
  };
}
